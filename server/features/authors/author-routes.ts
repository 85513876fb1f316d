import type { FastifyInstance } from 'fastify'
import { authorEndpoints, type Author } from '#contract/authors.ts'
import { may, type Actor } from '../../http/actor.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { refuseGoneName } from '../taxonomy/gone-name-commands.ts'
import { followMerges } from '../taxonomy/merge-queries.ts'
import { previewMerge } from '../taxonomy/merge-preview-commands.ts'
import { createAuthor, editAuthor } from './author-commands.ts'
import { deleteAuthor, mergeAuthors } from './author-merge-commands.ts'
import { findAuthor, listAuthors } from './author-queries.ts'

/** The private address is for those who manage authors. */
const withoutPrivate = (actor: Actor, author: Author): Author =>
  may(actor, 'taxonomy.write') ? author : { ...author, email: '' }

export function authorRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serveRead(app, authorEndpoints.list, async ({ actor, query, db }) => {
    const page = await listAuthors(db, query)
    return { ...page, items: page.items.map((author) => withoutPrivate(actor, author)) }
  })
  const view = async (actor: Actor, id: string): Promise<Author> => {
    const author = await findAuthor(db, id)
    if (!author) return refuseGoneName(db, 'author', id, (await followMerges(db, 'author', [id]))[0])
    return withoutPrivate(actor, author)
  }
  serve(app, authorEndpoints.view, ({ actor, params }) => view(actor, params.id))
  serveCreate(app, authorEndpoints.create, {
    create: (actor, body, id) => createAuthor(services, actor, body, id),
    view,
  })
  serve(app, authorEndpoints.edit, ({ actor, params, body }) => editAuthor(services, actor, params.id, body))
  serve(app, authorEndpoints.mergePreview, ({ params, query }) => previewMerge(db, 'author', params.id, query.from))
  serve(app, authorEndpoints.merge, ({ actor, params, body }) => mergeAuthors(services, actor, params.id, body.from))
  serve(app, authorEndpoints.trash, ({ actor, params }) => deleteAuthor(services, actor, params.id))
  serve(app, authorEndpoints.remove, async ({ actor, params }) => {
    await deleteAuthor(services, actor, params.id)
  })
}
