import type { Permission } from '#contract/permissions.ts'
import type { TrashItem } from '#contract/trash.ts'

type TrashType = Exclude<TrashItem['type'], 'change'>

/** The nouns whose changes can be taken back for as long as the trash keeps things. */
export const changedNouns = ['article', 'category', 'media', 'album'] as const

/** Where each kind of thing keeps its title, who may bring it back, and who put it there. Names of columns, never of a request. */
export const trashNouns = {
  article: { permission: 'articles.trash', title: 'title', deleter: 'deleted_by', steps: null },
  media: { permission: 'media.write', title: 'name', deleter: 'updated_by', steps: null },
  album: { permission: 'albums.trash', title: 'title', deleter: 'updated_by', steps: null },
  author: { permission: 'taxonomy.write', title: 'display_name', deleter: 'updated_by', steps: 'catalogue_undo' },
  tag: { permission: 'taxonomy.write', title: 'name', deleter: 'updated_by', steps: 'catalogue_undo' },
  category: { permission: 'taxonomy.write', title: 'name', deleter: 'updated_by', steps: 'undo_step' },
} as const satisfies Record<
  TrashType,
  { permission: Permission; title: string; deleter: string; steps: 'catalogue_undo' | 'undo_step' | null }
>
