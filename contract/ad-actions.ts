import type { Permission } from './permissions.ts'

export const adStatuses = ['draft', 'pending', 'approved', 'rejected', 'paused', 'archived'] as const
export type AdStatus = (typeof adStatuses)[number]

/** What an approved ad is doing, derived from its times and its goal. */
export const adPhases = ['scheduled', 'running', 'ended'] as const
export type AdPhase = (typeof adPhases)[number]

/** The state an action looks at: the status, or `trashed` whatever the status is. */
export type AdState = AdStatus | 'trashed'
export const adStates = [...adStatuses, 'trashed'] as const

/** What decides whether an action is possible. `isSubmitted`: its changes wait for approval. */
export type AdSituation = { state: AdState; hasChanges: boolean; isSubmitted: boolean }

type ActionRule = {
  from: readonly AdState[]
  /** `same`: the state stays. Null: the ad is deleted permanently. */
  to: AdState | 'same' | null
  permission: Permission
  /**
   * On an approved or paused ad the action is about changes that readers do not see yet: it needs them, and the state stays.
   * `submitted`: only changes that wait for approval; `unsubmitted`: only others.
   */
  changes?: 'any' | 'submitted' | 'unsubmitted'
}

/** The states in which readers see, or may see again, what was approved. */
const live: readonly AdState[] = ['approved', 'paused']

/** Which action is allowed in which state, and by whom: the one table of server and console. */
export const adActions = {
  submit: {
    from: ['draft', 'rejected', 'approved', 'paused'],
    to: 'pending',
    permission: 'ads.write',
    changes: 'unsubmitted',
  },
  withdraw: { from: ['pending', 'approved', 'paused'], to: 'draft', permission: 'ads.write', changes: 'submitted' },
  approve: { from: ['pending', 'approved', 'paused'], to: 'approved', permission: 'ads.approve', changes: 'any' },
  reject: { from: ['pending', 'approved', 'paused'], to: 'rejected', permission: 'ads.approve', changes: 'submitted' },
  discard: { from: ['approved', 'paused'], to: 'same', permission: 'ads.write', changes: 'any' },
  pause: { from: ['approved'], to: 'paused', permission: 'ads.write' },
  resume: { from: ['paused'], to: 'approved', permission: 'ads.write' },
  extend: { from: ['draft', 'pending', 'approved', 'rejected', 'paused'], to: 'same', permission: 'ads.write' },
  end: { from: ['approved', 'paused'], to: 'same', permission: 'ads.write' },
  archive: { from: ['draft', 'rejected', 'approved', 'paused'], to: 'archived', permission: 'ads.write' },
  trash: {
    from: ['draft', 'pending', 'approved', 'rejected', 'paused', 'archived'],
    to: 'trashed',
    permission: 'ads.write',
  },
  restore: { from: ['trashed', 'archived'], to: 'draft', permission: 'ads.write' },
  purge: { from: ['trashed'], to: null, permission: 'ads.purge' },
} as const satisfies Record<string, ActionRule>

export type AdAction = keyof typeof adActions
export const adActionNames = Object.keys(adActions) as [AdAction, ...AdAction[]]

const aboutChanges = ({ changes }: ActionRule, state: AdState) => changes !== undefined && live.includes(state)

/** Whether the state table lets the action happen; permission is asked separately. */
export function adActionFits(action: AdAction, { state, hasChanges, isSubmitted }: AdSituation): boolean {
  const rule: ActionRule = adActions[action]
  if (!rule.from.includes(state)) return false
  if (!aboutChanges(rule, state)) return true
  return hasChanges && (rule.changes === 'any' || isSubmitted === (rule.changes === 'submitted'))
}

/** The state after the action; null when the ad is gone. */
export function adStateAfter(action: AdAction, state: AdState): AdState | null {
  const rule: ActionRule = adActions[action]
  return rule.to === 'same' || aboutChanges(rule, state) ? state : rule.to
}

/** What must be there before an ad can be approved; each name is shown in words and jumps to its field. */
export const adRequirements = ['clickUrl', 'creatives', 'placements', 'creativeSizes', 'endsAt'] as const
export type AdRequirement = (typeof adRequirements)[number]
