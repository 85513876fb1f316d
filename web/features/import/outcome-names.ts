import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ImportItem } from '#contract/import.ts'
import type { Tone } from '../../ui/status-dot.tsx'

const names: Record<ImportItem['outcome'], MessageDescriptor> = {
  created: msg`Created`,
  merged: msg`Merged`,
  unchanged: msg`Unchanged`,
  skipped: msg`Skipped`,
}

/** Of a trial, which changes nothing. */
const trialNames: typeof names = {
  created: msg`Would be created`,
  merged: msg`Would be merged`,
  unchanged: msg`Would stay unchanged`,
  skipped: msg`Would be skipped`,
}

export const outcomeTones: Record<ImportItem['outcome'], Tone> = {
  created: 'good',
  merged: 'planned',
  unchanged: 'neutral',
  skipped: 'waiting',
}

const kinds: Record<string, MessageDescriptor> = {
  author: msg`Authors`,
  category: msg`Categories`,
  tag: msg`Tags`,
  post: msg`Articles`,
  page: msg`Pages`,
  attachment: msg`Attachments`,
  comment: msg`Comments`,
  nav_menu_item: msg`Menu items`,
  wp_block: msg`Reusable blocks (snippets)`,
  snippet: msg`Snippets`,
  'term: internal_tag': msg`Internal tags`,
}

/**
 * Names outcomes and kinds in the person's language; a kind we do not know keeps the source's own word.
 * @param isTrial nothing was changed: outcomes are told as what would be
 */
export function useImportWords(isTrial: boolean) {
  const { t, i18n } = useLingui()
  const kindName = (kind: string) => {
    if (kinds[kind]) return i18n._(kinds[kind])
    const [, taxonomy] = /^term: (.*)/.exec(kind) ?? []
    return taxonomy === undefined ? kind : t`Other terms (${taxonomy})`
  }
  return {
    outcome: (outcome: ImportItem['outcome']) => i18n._((isTrial ? trialNames : names)[outcome]),
    kind: kindName,
  }
}
