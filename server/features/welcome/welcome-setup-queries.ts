import { sql } from 'kysely'
import { allows } from '#contract/permissions.ts'
import { type SetupStep, setupSteps } from '#contract/welcome.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../articles/article-rules.ts'

/** What is still to be set up and was not dismissed; nothing for people who may not change settings. */
export async function openSetupSteps(db: Db, viewer: Viewer): Promise<SetupStep[]> {
  if (!allows(viewer.role, 'settings.manage')) return []
  const general = sql`(select value from setting where key = 'general')`
  const { rows } = await sql<Record<SetupStep, boolean> & { dismissed: string[] }>`select
    coalesce(${general}->>'name', '') <> '' as name,
    coalesce((select value->>'articleUrl' from setting where key = 'site'), '') <> '' as address,
    -- A site that lives by UTC dismisses this.
    coalesce(${general}->>'timeZone', 'UTC') <> 'UTC' as "timeZone",
    ${general}->>'locale' is not null as language,
    (select count(*) from (select from user_account limit 2) as person) > 1 or exists (select from invitation) as people,
    exists (select from hot_list) as script,
    array(select step from dismissed_setup_step) as dismissed`.execute(db)
  const [found] = rows
  return setupSteps.filter((step) => found && !found[step] && !found.dismissed.includes(step))
}
