import { Command } from "@oclif/core"

export default class Greet extends Command {
  static description = "Say hello"

  async run() {
    await this.parse(Greet)
    this.log("hello world")
  }
}
