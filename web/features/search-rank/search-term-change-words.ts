import { useLingui } from '@lingui/react/macro'
import type { UseChangeWords } from '../../entity/change-words.ts'
import { listed } from '../../ui/listed.ts'

/** What is stored for a term: those with the same head are synonyms, and the head decides for all of them. */
type Rule = { key: string; term: string; head: string; pins: readonly string[]; hidden: boolean }

/** What an event recorded of the decisions about a search term: synonyms, pinned articles, and whether it is hidden. */
export const useSearchTermChangeWords: UseChangeWords = (nameOf) => {
  const { t, i18n } = useLingui()
  return (side) => {
    if (!isRules(side)) return { fields: [], rest: side }
    const groups = [...new Set(side.map(({ head }) => head))].map((head) => {
      const terms = side.filter((rule) => rule.head === head)
      const main = terms.find(({ key }) => key === head) ?? terms[0]!
      return { main, terms: [main, ...terms.filter((rule) => rule !== main)].map(({ term }) => term) }
    })
    /** Of several groups, as a synonym joins or leaves one, each line says whose it is. */
    const ofGroup = ({ main }: (typeof groups)[number], words: string) =>
      groups.length > 1 ? t`${main.term}: ${words}` : words
    const lines = (all: readonly string[], none: string) => all.join('\n') || none
    return {
      fields: [
        {
          key: 'synonyms',
          label: t`Synonyms`,
          words: lines(
            groups.filter(({ terms }) => terms.length > 1).map(({ terms }) => listed(terms, i18n.locale)),
            '–',
          ),
        },
        {
          key: 'pins',
          label: t`Pinned articles`,
          words: lines(
            groups.flatMap((group) => group.main.pins.map((id) => ofGroup(group, nameOf(id)))),
            '–',
          ),
        },
        {
          key: 'hidden',
          label: t`Hidden`,
          words: lines(
            groups.filter(({ main }) => main.hidden).map((group) => ofGroup(group, t`Yes`)),
            t`No`,
          ),
        },
      ],
      rest: undefined,
    }
  }
}

const isRules = (side: unknown): side is readonly Rule[] =>
  Array.isArray(side) &&
  side.every((rule: Partial<Rule> | null) => typeof rule?.head === 'string' && Array.isArray(rule.pins))
