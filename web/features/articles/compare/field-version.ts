import type { ArticleFields } from '#contract/article-fields.ts'
import type { MediaRef } from '#contract/media.ts'
import type { RefNames } from '../article-refs.ts'

/** One of two versions of an article, with the names and pictures that its ids point at. */
export type FieldVersion = { value: ArticleFields; names: RefNames; media: readonly MediaRef[] }
