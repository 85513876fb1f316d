/** How a command of package.json runs: one sentence where it fails, instead of a stack. */

/** Runs a command. Where it throws, the message is printed and the exit code is 1. @param main may answer an exit code */
export async function runCommand(main: () => Promise<number> | Promise<void>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
