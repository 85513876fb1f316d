import { createContext, use } from 'react'
import type { Version } from './comparison.ts'

/** Which text is shown: both versions in one, or one of them with its own changes marked. */
export type Shown = 'both' | Version

/** What the marked words are called for people who do not see colours, such as "removed" and "added". */
export type Wording = { removed: string; added: string }

export type CompareLayout = 'together' | 'sides'
export type CompareSettings = {
  wording: Wording
  /** Names of the two versions, for headings of columns. */
  labels: Record<Version, string>
  layout: CompareLayout
}

export const CompareContext = createContext<CompareSettings | null>(null)

/** @throws Error outside a comparison */
export function useCompareSettings(): CompareSettings {
  const settings = use(CompareContext)
  if (!settings) throw new Error('useCompareSettings needs a CompareContext around it')
  return settings
}
