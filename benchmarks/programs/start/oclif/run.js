// A command on oclif that says hello, as its own template starts it.
import { execute } from "@oclif/core"

await execute({ dir: import.meta.url })
