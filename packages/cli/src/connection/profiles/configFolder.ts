/**
 * The configuration folder: `ROOMS_CONFIG_DIR`, or the usual folder of the platform.
 *
 * @module
 */
import { posix, win32 } from "node:path"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as String from "effect/String"

// An empty variable counts as not set.
const variable = (name: string) =>
  Config.map(Config.option(Config.String(name)), (value) =>
    Option.getOrUndefined(Option.filter(value, String.isNonEmpty))
  )

const variables = Config.all({
  own: variable("ROOMS_CONFIG_DIR"),
  xdg: variable("XDG_CONFIG_HOME"),
  home: variable("HOME"),
  appData: variable("APPDATA")
})

type Variables = Config.Success<typeof variables>

const onWindows = ({ appData }: Variables) => (appData === undefined ? undefined : win32.join(appData, "rooms"))

// The XDG standard says to ignore relative paths.
const elsewhere = ({ home, xdg }: Variables) => {
  const base = xdg !== undefined && posix.isAbsolute(xdg) ? xdg : home && posix.join(home, ".config")
  return base === undefined ? undefined : posix.join(base, "rooms")
}

/** Returns the folder; none if the environment doesn't define the user's folders. */
export const configFolder = (platform: string): Effect.Effect<Option.Option<string>> =>
  Effect.map(Effect.orDie(variables), (variables) =>
    Option.fromUndefinedOr(variables.own ?? (platform === "win32" ? onWindows(variables) : elsewhere(variables)))
  )

/** Returns the variables to set if there is no folder. */
export const folderVariables = (platform: string): string =>
  platform === "win32" ? "APPDATA or ROOMS_CONFIG_DIR" : "HOME or ROOMS_CONFIG_DIR"
