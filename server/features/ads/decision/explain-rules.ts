import { adRuleNames, type AdRule } from '#contract/ad-rules.ts'
import { sharesOf, type Candidates } from './choose-rules.ts'
import { rules, type Counters, type DecisionRequest } from './decision-rules.ts'
import type { LiveAd } from './live-rules.ts'

export type Trace = {
  stoppedBy: AdRule | null
  share: number
  /** Where an ad of higher priority stopped it: the most likely of these. */
  outrankedBy: LiveAd | undefined
  rules: { rule: AdRule; outcome: 'pass' | 'stop' | 'skipped' }[]
}

/**
 * The outcome of each rule of the decision for one ad.
 * @param candidates the ads that compete in the placement, this one among them if it does
 */
export function traceOf(ad: LiveAd, candidates: Candidates, request: DecisionRequest, counters: Counters): Trace {
  const shares = sharesOf(candidates, request, counters)
  const higher = shares.find((other) => other.ad.priority > ad.priority)?.ad
  const passes: Record<AdRule, () => boolean> = {
    ...(Object.fromEntries(rules.map((rule) => [rule.name, () => rule.passes(ad, request, counters)])) as Record<
      Exclude<AdRule, 'outranked'>,
      () => boolean
    >),
    outranked: () => higher === undefined,
  }
  let stoppedBy: AdRule | null = null
  const outcomes: Trace['rules'] = []
  for (const rule of adRuleNames) {
    const outcome = stoppedBy !== null ? 'skipped' : passes[rule]() ? 'pass' : 'stop'
    if (outcome === 'stop') stoppedBy = rule
    outcomes.push({ rule, outcome })
  }
  const outrankedBy = stoppedBy === 'outranked' ? higher : undefined
  return { stoppedBy, outrankedBy, share: shares.find((other) => other.ad.id === ad.id)?.share ?? 0, rules: outcomes }
}
