import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { configFolder } from "../../../src/connection/profiles/configFolder.ts"
import { rooms } from "../../fixtures/command.ts"

const folderOf = (platform: string, environment: Readonly<Record<string, string>>) =>
  configFolder(platform).pipe(
    Effect.map(Option.getOrUndefined),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment)))
  )

const home = { HOME: "/home/ada" }
const appData = { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" }

describe("the folder of the configuration", () => {
  it.effect.each([
    { platform: "linux", environment: home, folder: "/home/ada/.config/rooms" },
    { platform: "darwin", environment: home, folder: "/home/ada/.config/rooms" },
    { platform: "linux", environment: { ...home, XDG_CONFIG_HOME: "/etc/ada" }, folder: "/etc/ada/rooms" },
    { platform: "linux", environment: { XDG_CONFIG_HOME: "/etc/ada" }, folder: "/etc/ada/rooms" },
    { platform: "linux", environment: { ...home, XDG_CONFIG_HOME: "" }, folder: "/home/ada/.config/rooms" },
    { platform: "linux", environment: { ...home, XDG_CONFIG_HOME: "here" }, folder: "/home/ada/.config/rooms" },
    { platform: "linux", environment: { ...home, ...appData }, folder: "/home/ada/.config/rooms" },
    { platform: "linux", environment: { ...home, XDG_CONFIG_HOME: "/e", ROOMS_CONFIG_DIR: "/r" }, folder: "/r" },
    { platform: "linux", environment: { ...home, ROOMS_CONFIG_DIR: "" }, folder: "/home/ada/.config/rooms" },
    { platform: "linux", environment: {}, folder: undefined },
    { platform: "win32", environment: { ...home, ...appData }, folder: "C:\\Users\\ada\\AppData\\Roaming\\rooms" },
    { platform: "win32", environment: { ...appData, ROOMS_CONFIG_DIR: "D:\\rooms" }, folder: "D:\\rooms" },
    { platform: "win32", environment: home, folder: undefined }
  ])("is $folder on $platform with $environment", ({ environment, folder, platform }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* folderOf(platform, environment), folder)
    })
  )

  it.effect("must be there for what is stored, and is not missed by what is not", () =>
    Effect.gen(function* () {
      const login = yield* rooms(["profile", "use", "staging"], { environment: {} })
      assert.match(login.stderr, /^rooms: no folder for profiles: set (HOME|APPDATA) or ROOMS_CONFIG_DIR\n$/)
      assert.strictEqual(login.code, 2)
      assert.deepStrictEqual(yield* rooms(["profile", "list"], { environment: {} }), {
        code: 0,
        stdout: "",
        stderr: ""
      })
    })
  )
})
