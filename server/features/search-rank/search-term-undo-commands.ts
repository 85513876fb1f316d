import type { EventEngine } from '../../events/event-engine.ts'
import type { UndoHandler } from '../../http/undo-handler.ts'
import { restoreSearchRules } from '../search-rules/search-rule-commands.ts'
import { rankSearches } from './search-rank-commands.ts'

/** Undoes a decision about a search term, unless a later one changed the same terms. The ranking shows it at once. */
export const searchTermUndo = (events: EventEngine): UndoHandler => ({
  permission: () => 'insight.write',
  restore: async ({ db, trx, actor, step }) => {
    const { item, restored, keys } = await restoreSearchRules(trx, actor, step)
    const left = restored ? [] : [{ id: item, title: step.title, code: 'stale_version' as const }]
    return {
      restored: restored ? 1 : 0,
      skipped: left.length,
      left,
      changed: restored,
      ...(restored && { afterCommit: () => rankSearches(db, events.storeOn(db), new Date(), keys) }),
    }
  },
})
