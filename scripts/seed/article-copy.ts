import type { SeededArticle } from './article.ts'
import { copyLine } from './copy-text.ts'

/** The tables that articles fill, and which of their columns; the others keep their defaults. */
export const articleTables = {
  article:
    `id version created_at created_by updated_at updated_by deleted_at deleted_by status has_changes published_at title
    subtitle slug excerpt body primary_category featured publish_at seo_description internal_note word_count reading_time
    search_head search_words`.split(/\s+/),
  article_live:
    `article_id slug title published_at updated_at featured author_ids category_ids tag_ids content word_count
    reading_time version`.split(/\s+/),
  article_revision: 'id article_id version created_at created_by reason title word_count content'.split(' '),
  article_author: ['article_id', 'author_id', 'position'],
  article_category: ['article_id', 'category_id', 'position'],
  article_tag: ['article_id', 'tag_id', 'position'],
}
export type ArticleTable = keyof typeof articleTables
export const articleTableNames = Object.keys(articleTables) as ArticleTable[]

/** What COPY is to read for these articles, table by table. */
export function copyTexts(articles: Iterable<SeededArticle>): Record<ArticleTable, string> {
  const texts = Object.fromEntries(articleTableNames.map((name) => [name, ''])) as Record<ArticleTable, string>
  const add = (table: ArticleTable, row: Record<string, unknown>) =>
    (texts[table] += copyLine(row, articleTables[table]))
  for (const { article, live, revisions, authors, categories, tags } of articles) {
    const { id } = article
    add('article', article)
    if (live) add('article_live', live)
    for (const revision of revisions) add('article_revision', revision)
    authors.forEach((author, position) => add('article_author', { article_id: id, author_id: author, position }))
    categories.forEach((category, position) =>
      add('article_category', { article_id: id, category_id: category, position }),
    )
    tags.forEach((tag, position) => add('article_tag', { article_id: id, tag_id: tag, position }))
  }
  return texts
}
