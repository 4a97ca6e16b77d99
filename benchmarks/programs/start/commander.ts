/** A command on commander that says hello: what `rooms --version` is compared with. */
import { Command } from "commander"

new Command("hello")
  .version("1.0.0")
  .argument("[name]", "whom to greet", "world")
  .action((name: string) => console.log(`hello ${name}`))
  .parse()
