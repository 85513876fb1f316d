import { expect, it } from 'vitest'
import {
  articleFieldNames,
  articleFields,
  ArticleFields,
  emptyArticleFields,
  headFields,
  listDeliveryFields,
  wordFields,
} from './article-fields.ts'
import { Article, RevisionContent } from './articles.ts'
import { DeliveryArticle } from './delivery.ts'

it('every field has an empty value that an article may be saved with', () =>
  expect(ArticleFields.parse(emptyArticleFields)).toEqual(emptyArticleFields))

it('every field is in the article, in its history, and outside where its line says so', () => {
  expect(Object.keys(Article.shape)).toEqual(expect.arrayContaining(articleFieldNames))
  expect(Object.keys(RevisionContent.shape.content.shape)).toEqual(articleFieldNames)
  expect(Object.keys(DeliveryArticle.shape)).toEqual(expect.arrayContaining(listDeliveryFields))
})

it('what only the staff may read is not delivered', () => {
  const delivered = Object.keys(DeliveryArticle.shape)
  for (const name of articleFieldNames)
    if ('internal' in articleFields[name].traits) expect(delivered).not.toContain(name)
})

it('only texts are searched', () => {
  for (const name of [...headFields, ...wordFields]) expect(emptyArticleFields[name]).toBe('')
})
