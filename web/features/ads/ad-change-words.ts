import type { ReactNode } from 'react'
import { AdFields } from '#contract/ad-fields.ts'
import type { UseChangeWords } from '../../entity/change-words.ts'
import { useAdFieldShown } from './ad-field-shown.ts'

/** What an event recorded of an ad, in the words of its form. Fields that are stored in another shape now are left out. */
export const useAdChangeWords: UseChangeWords = (nameOf) => {
  const shown = useAdFieldShown(nameOf, Infinity)
  return (side) => {
    if (typeof side !== 'object' || side === null || Array.isArray(side)) return { fields: [], rest: side }
    const entries = Object.entries(side).map(([key, value]) => ({ key, value: value as unknown, of: fieldOf(key) }))
    const isKnown = ({ value, of }: (typeof entries)[number]) =>
      of !== undefined && AdFields.shape[of].safeParse(value).success
    return {
      fields: entries.filter(isKnown).map(({ key, value, of }) => {
        const { label, show } = shown[of!] as { label: string; show?: (value: unknown) => ReactNode }
        return { key, label, words: String(show ? show(value) : value) }
      }),
      rest: Object.fromEntries(entries.filter((entry) => !isKnown(entry)).map(({ key, value }) => [key, value])),
    }
  }
}

const fieldOf = (key: string): keyof AdFields | undefined =>
  Object.hasOwn(AdFields.shape, key) ? (key as keyof AdFields) : undefined
