import type { Permission } from '#contract/permissions.ts'
import type { UndoNoun } from '../../db/undo-log.ts'
import type { TrashItem } from '#contract/trash.ts'

type TrashType = Exclude<TrashItem['type'], 'change'>

/**
 * Where each noun keeps its title, who may restore it, and who put it there; names of columns, never of a request. `steps`:
 * several may have gone together in one step.
 */
export const trashNouns = {
  article: { permission: 'articles.trash', title: 'title', deleter: 'deleted_by', steps: false },
  media: { permission: 'media.write', title: 'name', deleter: 'updated_by', steps: false },
  album: { permission: 'albums.trash', title: 'title', deleter: 'updated_by', steps: false },
  author: { permission: 'taxonomy.write', title: 'display_name', deleter: 'updated_by', steps: true },
  tag: { permission: 'taxonomy.write', title: 'name', deleter: 'updated_by', steps: true },
  category: { permission: 'taxonomy.write', title: 'name', deleter: 'updated_by', steps: true },
  ad: { permission: 'ads.write', title: 'name', deleter: 'updated_by', steps: false },
  placement: { permission: 'ads.write', title: 'name', deleter: 'updated_by', steps: false },
} as const satisfies Record<TrashType, { permission: Permission; title: string; deleter: string; steps: boolean }>

/** The nouns whose changes are listed beside what is in the trash, and who may undo them. */
export const changedNouns = {
  article: trashNouns.article.permission,
  category: trashNouns.category.permission,
  tag: trashNouns.tag.permission,
  author: trashNouns.author.permission,
  media: trashNouns.media.permission,
  album: trashNouns.album.permission,
  searchTerm: 'insight.write',
  hot: 'insight.write',
} as const satisfies Partial<Record<UndoNoun, Permission>>
