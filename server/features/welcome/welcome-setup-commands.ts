import type { SetupStep } from '#contract/welcome.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'

export async function dismissSetupSteps(db: Db, actor: Actor, steps: readonly SetupStep[]): Promise<void> {
  await db
    .insertInto('dismissedSetupStep')
    .values(steps.map((step) => ({ step, dismissedBy: actor.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
