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
  wp_block: msg`Reusable blocks`,
}

/** Names outcomes and kinds in the person's language; a kind we do not know keeps the source's own word. */
export function useImportWords() {
  const { i18n } = useLingui()
  return {
    outcome: (outcome: ImportItem['outcome']) => i18n._(names[outcome]),
    kind: (kind: string) => (kinds[kind] ? i18n._(kinds[kind]) : kind),
  }
}
