import type { Article } from '#contract/articles.ts'
import type { ArticleForm } from '../article-form-context.ts'
import { ArticleSession } from '../article-session.ts'

const never = () => new Promise<never>(() => undefined)

/** A form around a session that saves nothing: what is changed stays in the browser. */
export function formWithoutServer(article: Article | undefined): ArticleForm & { session: ArticleSession } {
  const session = new ArticleSession(article, {
    create: never,
    edit: never,
    keep: async () => true,
    drop: async () => undefined,
    flush: () => undefined,
  })
  return {
    session,
    change: (part) => session.change(part),
    names: { options: () => [], idsOf: () => [] },
    me: {} as ArticleForm['me'],
    copyOwner: 'test',
    readOnly: false,
  }
}
