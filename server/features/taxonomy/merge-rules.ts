/**
 * The nouns whose uses a merge can move, and where articles keep them; `absorbs` is what the target may take over of what
 * becomes part of it. Names of tables and columns, never of a request.
 */
export const mergedNouns = {
  tag: {
    table: 'tag',
    name: 'name',
    links: 'article_tag',
    column: 'tag_id',
    live: 'tag_ids',
    field: 'tags',
    absorbs: ['synonyms', 'search_text'],
  },
  author: {
    table: 'author',
    name: 'display_name',
    links: 'article_author',
    column: 'author_id',
    live: 'author_ids',
    field: 'authors',
    absorbs: ['user_id'],
  },
} as const

export type MergedNoun = keyof typeof mergedNouns
