/** The parts of the product in which a rule of the decision can be changed. */
export type RuleField = { entity: 'ad' | 'placement' | 'article'; path: string }

/**
 * Every rule of the decision, in its order, with the field that changes its outcome. The first ones decide whether an ad may be
 * shown at all; `outranked` and `pacing` choose among those that may. See docs/decisions/0071.
 */
export const adRules = {
  trashed: { entity: 'ad', path: 'deletedAt' },
  archived: { entity: 'ad', path: 'status' },
  not_approved: { entity: 'ad', path: 'status' },
  paused: { entity: 'ad', path: 'status' },
  not_started: { entity: 'ad', path: 'startsAt' },
  ended: { entity: 'ad', path: 'endsAt' },
  goal_reached: { entity: 'ad', path: 'goal' },
  not_booked: { entity: 'ad', path: 'placements' },
  placement_inactive: { entity: 'placement', path: 'active' },
  creative_size: { entity: 'ad', path: 'creatives' },
  article_without_ads: { entity: 'article', path: 'adsPolicy' },
  article_sensitive: { entity: 'article', path: 'sensitive' },
  article_limited: { entity: 'article', path: 'adsPolicy' },
  category: { entity: 'ad', path: 'targeting.categories' },
  tag: { entity: 'ad', path: 'targeting.tags' },
  device: { entity: 'ad', path: 'targeting.devices' },
  hour: { entity: 'ad', path: 'targeting.hours' },
  excluded_category: { entity: 'ad', path: 'exclusions.categories' },
  excluded_tag: { entity: 'ad', path: 'exclusions.tags' },
  excluded_device: { entity: 'ad', path: 'exclusions.devices' },
  excluded_hour: { entity: 'ad', path: 'exclusions.hours' },
  already_on_page: { entity: 'ad', path: 'allowRepeat' },
  daily_cap: { entity: 'ad', path: 'dailyCap' },
  frequency: { entity: 'ad', path: 'frequencyCap' },
  outranked: { entity: 'ad', path: 'priority' },
  pacing: { entity: 'ad', path: 'pacing' },
} as const satisfies Record<string, RuleField>

export type AdRule = keyof typeof adRules
export const adRuleNames = Object.keys(adRules) as [AdRule, ...AdRule[]]
