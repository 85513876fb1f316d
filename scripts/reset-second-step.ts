/**
 * npm run reset-second-step -- EMAIL: removes the two-step sign-in of an account, for an administrator who lost everything
 * that signs them in. Works while the server runs, and when it does not.
 */
import { readConfig } from '../server/config.ts'
import { resetSecondStep } from '../server/features/second-step/second-step-reset-commands.ts'
import { emailKeyOf } from '../server/features/users/user-queries.ts'
import { ProblemError } from '../server/http/problem-error.ts'
import { withDatabase } from './reach-database.ts'
import { readOperand } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

await runCommand(main)

async function main(): Promise<void> {
  const email = readOperand({
    usage: 'npm run reset-second-step -- EMAIL',
    about: 'Removes the two-step sign-in of an account, for an administrator who lost everything that signs them in.',
    wanted: 'One e-mail address',
  })
  try {
    const account = await withDatabase(readConfig(process.env), { schema: 'current' }, async ({ db }) => {
      const found = await db
        .selectFrom('userAccount')
        .where('emailKey', '=', emailKeyOf(email))
        .select(['id', 'email'])
        .executeTakeFirst()
      if (!found) throw new Error(`No account has the address ${email}.`)
      await resetSecondStep(db, null, found.id)
      return found
    })
    console.log(
      `The two-step sign-in of ${account.email} was removed, and their sessions have ended. The password is as it was.`,
    )
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'illegal_transition')
      throw new Error(`${email} has no two-step sign-in.`, { cause: error })
    throw error
  }
}
