import { adRuleNames, type AdRule } from '#contract/ad-rules.ts'
import { sharesOf, type Candidates } from './choose-rules.ts'
import { rules, type Counters, type DecisionRequest } from './decision-rules.ts'
import type { LiveAd } from './live-rules.ts'

export type Trace = {
  stoppedBy: AdRule | null
  share: number
  rules: { rule: AdRule; outcome: 'pass' | 'stop' | 'skipped' }[]
}

/**
 * The outcome of each rule of the decision for one ad.
 * @param candidates the ads that compete in the placement, this one among them if it does
 */
export function traceOf(ad: LiveAd, candidates: Candidates, request: DecisionRequest, counters: Counters): Trace {
  const shares = sharesOf(candidates, request, counters)
  const passes: Record<AdRule, () => boolean> = {
    ...(Object.fromEntries(rules.map((rule) => [rule.name, () => rule.passes(ad, request, counters)])) as Record<
      Exclude<AdRule, 'outranked'>,
      () => boolean
    >),
    outranked: () => !shares.some((other) => other.ad.priority > ad.priority),
  }
  let stoppedBy: AdRule | null = null
  const outcomes: Trace['rules'] = []
  for (const rule of adRuleNames) {
    const outcome = stoppedBy !== null ? 'skipped' : passes[rule]() ? 'pass' : 'stop'
    if (outcome === 'stop') stoppedBy = rule
    outcomes.push({ rule, outcome })
  }
  return { stoppedBy, share: shares.find((other) => other.ad.id === ad.id)?.share ?? 0, rules: outcomes }
}
