import type { Call } from './measure.ts'
import type { Samples } from './samples.ts'

/** `role`: who asks; no one in the delivery API. */
/** `all`: each call must be made, however long it takes: others build on it. */
export type Scenario = {
  all?: true
  title: string
  role?: 'administrator' | 'author' | 'nobody'
  pair: (n: number) => Pair
}
type Pair = { ours: Call; bare: Call }
type Params = Record<string, string | number | boolean>

const address = (path: string, params: Params = {}) => {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return query.size ? `${path}?${query}` : path
}
const PAGE = 25
const turn = <T>(list: readonly T[], n: number): T => list[n % list.length]!
const ranked = ({ common, middling, rare }: Samples['tags'], n: number) =>
  turn(
    [common, middling, rare].map((each) => turn(each, n)),
    n,
  )

/** What a picker asks when so many letters were typed. */
const picked = (word: string, letters: number): Params =>
  letters > 0 ? { q: word.slice(0, letters), sort: 'relevance' } : {}

/** Everything that the console and an outside site ask for by reading. */
export function readings(samples: Samples, sizes: { articles: number; tags: number; authors: number }): Scenario[] {
  const { authors, tags, categories, day } = samples
  const list = (title: string, params: (n: number) => Params, role?: Scenario['role']): Scenario => ({
    title,
    ...(role && { role }),
    pair: (n) => ({
      ours: { path: address('/api/articles', params(n)) },
      bare: { path: address('/articles', params(n)) },
    }),
  })
  const same = (title: string, path: string, params: (n: number) => Params = () => ({})): Scenario => ({
    title,
    pair: (n) => ({ ours: { path: address(`/api${path}`, params(n)) }, bare: { path: address(path, params(n)) } }),
  })
  const delivered = (
    title: string,
    path: (n: number) => string,
    params: (n: number) => Params = () => ({}),
  ): Scenario => ({
    title,
    role: 'nobody',
    pair: (n) => ({
      ours: { path: address(`/content/v1${path(n)}`, params(n)) },
      bare: { path: address(`/content${path(n)}`, params(n)) },
    }),
  })
  const lastPage = (total: number) => Math.max(1, Math.floor((total * 0.97) / PAGE))
  const anyPage = (n: number, total: number) => 1 + ((n * 7919) % lastPage(total))
  return [
    list('articles', () => ({})),
    list('articles, an author asks', () => ({}), 'author'),
    list('articles, page 2 to 40', (n) => ({ page: 2 + (n % 39) })),
    list('articles, any page', (n) => ({ page: anyPage(n, sizes.articles) })),
    list('articles, last page', () => ({ page: lastPage(sizes.articles) })),
    ...(['updatedAt', 'createdAt', 'publishedAt', 'publishAt', 'title'] as const).flatMap((field) =>
      [`-${field}`, field]
        .filter((sort) => sort !== '-updatedAt')
        .map((sort) => list(`articles by ${sort}`, () => ({ sort }))),
    ),
    ...(['draft', 'in_review', 'scheduled', 'published', 'archived', 'trashed'] as const).map((status) =>
      list(`articles, ${status}`, () => ({ status })),
    ),
    list('articles in review by title', () => ({ status: 'in_review', sort: 'title' })),
    list('drafts by title', () => ({ status: 'draft', sort: 'title' })),
    list('published by -publishedAt', () => ({ status: 'published', sort: '-publishedAt' })),
    list('articles, any author', (n) => ({ author: ranked(authors, n).id })),
    list('articles, a busy author', (n) => ({ author: turn(authors.common, n).id })),
    list('articles, any tag', (n) => ({ tag: ranked(tags, n).id })),
    list('articles, a common tag', (n) => ({ tag: turn(tags.common, n).id })),
    list('articles, any category', (n) => ({ category: ranked(categories, n).id })),
    list('articles, a large branch', (n) => ({ category: turn(categories.common, n).id })),
    list('articles, my own', () => ({ mine: true }), 'author'),
    list('articles, featured', () => ({ featured: true })),
    list('articles with changes', () => ({ hasChanges: true })),
    ...calendars(day),
    ...(['administrator', 'author'] as const).flatMap((role) =>
      ([1, 42] as const).map((days) =>
        list(
          `calendar as a list, ${days === 1 ? 'a day' : 'a month'}${role === 'author' ? ', an author' : ''}`,
          () => ({ calendarFrom: day, calendarTo: later(day, days), sort: 'publishedAt' }),
          role,
        ),
      ),
    ),
    list('calendar as a list, a month, busy author', (n) => ({
      calendarFrom: day,
      calendarTo: later(day, 42),
      author: turn(authors.common, n).id,
      sort: 'publishedAt',
    })),
    list('articles of 30 days', () => ({ from: day, to: later(day, 30) })),
    list('articles of a day', () => ({ from: day, to: later(day, 1) })),
    list('large branch and common tag', (n) => ({
      category: turn(categories.common, n).id,
      tag: turn(tags.common, n).id,
    })),
    list('busy author and draft', (n) => ({ author: turn(authors.common, n).id, status: 'draft' })),
    list('large branch, in review', (n) => ({ category: turn(categories.common, n).id, status: 'in_review' })),
    list('common tag, 30 days', (n) => ({ tag: turn(tags.common, n).id, from: day, to: later(day, 30) })),
    list('large branch by title', (n) => ({ category: turn(categories.common, n).id, sort: 'title' })),
    list('large branch and busy author', (n) => ({
      category: turn(categories.common, n).id,
      author: turn(authors.common, n).id,
    })),
    list('busy author and common tag', (n) => ({
      author: turn(authors.common, n).id,
      tag: turn(tags.common, n + 1).id,
    })),
    list('busy author and tag by -publishedAt', (n) => ({
      author: turn(authors.common, n).id,
      tag: turn(tags.common, n + 1).id,
      sort: '-publishedAt',
    })),
    list('large branch and draft', (n) => ({ category: turn(categories.common, n).id, status: 'draft' })),
    list('large branch, published, a year', (n) => ({
      category: turn(categories.common, n).id,
      status: 'published',
      from: day,
      to: later(day, 365),
    })),
    list('large branch, common tag, draft', (n) => ({
      category: turn(categories.common, n).id,
      tag: turn(tags.common, n).id,
      status: 'draft',
    })),
    list('large branch, tag, by title', (n) => ({
      category: turn(categories.common, n).id,
      tag: turn(tags.common, n).id,
      sort: 'title',
    })),
    list('large branch, tag, page 40', (n) => ({
      category: turn(categories.common, n).id,
      tag: turn(tags.common, n).id,
      page: 40,
    })),
    list('common tag with changes', (n) => ({ tag: turn(tags.common, n).id, hasChanges: true })),
    list('common tag by -publishedAt', (n) => ({ tag: turn(tags.common, n).id, sort: '-publishedAt' })),
    list(
      'large branch and tag, an author asks',
      (n) => ({ category: turn(categories.common, n).id, tag: turn(tags.common, n).id }),
      'author',
    ),
    list(
      'busy author and tag, an author asks',
      (n) => ({ author: turn(authors.common, n).id, tag: turn(tags.common, n + 1).id }),
      'author',
    ),
    list('common tag, an author asks', (n) => ({ tag: turn(tags.common, n).id }), 'author'),
    list('large branch, an author asks', (n) => ({ category: turn(categories.common, n).id }), 'author'),
    list('busy author by -publishedAt', (n) => ({ author: turn(authors.common, n).id, sort: '-publishedAt' })),
    list('drafts, an author asks', () => ({ status: 'draft' }), 'author'),
    list('my drafts, an author asks', () => ({ status: 'draft', mine: true }), 'author'),
    list('in review, an author asks', () => ({ status: 'in_review', sort: 'submittedAt' }), 'author'),
    list('with changes, an author asks', () => ({ hasChanges: true }), 'author'),
    list('featured, an author asks', () => ({ featured: true }), 'author'),
    list('search, a rare word', () => ({ q: samples.rareWord })),
    list('search, a common word', (n) => ({ q: turn(['harbour', 'council', 'library', 'orchestra'], n) })),
    list('search, two words', (n) => ({ q: turn(['old lighthouse', 'night baker', 'tram line', 'evening class'], n) })),
    list('search, nothing found', () => ({ q: 'zzyqx' })),
    list('search, 1 Chinese character', (n) => ({ q: turn(['海', '桥', '的', '新'], n) })),
    list('search, 2 Chinese', (n) => ({ q: turn(['渔民', '图书', '灯塔', '码头'], n) })),
    list('search, 4 Chinese', (n) => ({ q: turn(['沿河步道', '扫雪车和', '老灯塔', '市议会推'], n) })),
    list('search, a Chinese name', () => ({ q: samples.rareChinese })),
    list('search in a large branch', (n) => ({ q: 'harbour', category: turn(categories.common, n).id })),
    list('search with a common tag', (n) => ({ q: 'harbour', tag: turn(tags.common, n).id })),
    list('search with any tag', (n) => ({ q: 'harbour', tag: ranked(tags, n).id })),
    list('search with a busy author', (n) => ({ q: 'harbour', author: turn(authors.common, n).id })),
    list('search in drafts', () => ({ q: 'harbour', status: 'draft' })),
    list('search, an author asks', () => ({ q: 'harbour' }), 'author'),
    list('pick an article', (n) => ({ pageSize: 6, q: turn(['ha', 'har', 'harb', 'the l'], n), sort: '-updatedAt' })),
    list('best match, a rare word', () => ({ q: samples.rareWord, sort: 'relevance' })),
    list('best match, a common word', (n) => ({
      q: turn(['harbour', 'council', 'library', 'orchestra'], n),
      sort: 'relevance',
    })),
    list('best match, in nearly every text', (n) => ({ q: turn(['the', 'of', 'and', 'a'], n), sort: 'relevance' })),
    list('best match, two words', (n) => ({ q: turn(['old lighthouse', 'night baker'], n), sort: 'relevance' })),
    list('best match, 2 Chinese', (n) => ({ q: turn(['渔民', '图书', '灯塔', '码头'], n), sort: 'relevance' })),
    list('best match, page 40', () => ({ q: 'harbour', sort: 'relevance', page: 40 })),
    list('best match, an author asks', () => ({ q: 'harbour', sort: 'relevance' }), 'author'),
    same('search all, a common word', '/search', (n) => ({ q: turn(['harbour', 'council', 'library', 'night'], n) })),
    same('search all, two letters', '/search', (n) => ({ q: turn(['ha', 'co', 'th', 'xq'], n) })),
    same('search all, a rare word', '/search', () => ({ q: samples.rareWord })),
    same('search all, 2 Chinese', '/search', (n) => ({ q: turn(['渔民', '图书', '灯塔', '码头'], n) })),
    same('search all, nothing found', '/search', () => ({ q: 'zzyqx' })),

    same('tags', '/tags'),
    same('tags by -uses', '/tags', () => ({ sort: '-uses' })),
    same('tags by uses', '/tags', () => ({ sort: 'uses' })),
    same('tags by -updatedAt', '/tags', () => ({ sort: '-updatedAt' })),
    same('tags, last page', '/tags', () => ({ page: lastPage(sizes.tags) })),
    same('tags, unused', '/tags', () => ({ use: 'unused' })),
    same('tags, used once', '/tags', () => ({ use: 'once' })),
    same('tags, similar ones', '/tags', () => ({ similar: true })),
    same('tags, similar ones by -uses', '/tags', () => ({ similar: true, sort: '-uses' })),
    same('tags, internal', '/tags', () => ({ visibility: 'internal' })),
    same('tags, search', '/tags', () => ({ q: samples.tagName })),
    same('tags, a synonym', '/tags', () => ({ q: samples.synonym })),
    same('pick a tag', '/tags', (n) => ({ pageSize: 20, ...picked('harbour', n % 5) })),
    same('pick a tag in Chinese', '/tags', (n) => ({
      pageSize: 20,
      q: turn(['港', '电车', '桥', '音乐'], n),
      sort: 'relevance',
    })),
    same('authors', '/authors'),
    same('authors by -uses', '/authors', () => ({ sort: '-uses' })),
    same('authors by -updatedAt', '/authors', () => ({ sort: '-updatedAt' })),
    same('authors, last page', '/authors', () => ({ page: lastPage(sizes.authors) })),
    same('authors, hidden', '/authors', () => ({ hidden: true })),
    same('authors, unused', '/authors', () => ({ use: 'unused' })),
    same('authors, search', '/authors', () => ({ q: samples.authorName })),
    same('pick an author', '/authors', (n) => ({ pageSize: 20, ...picked('lindq', n % 5) })),
    same('pick an author in Chinese', '/authors', (n) => ({
      pageSize: 20,
      q: turn(['王', '李娜', '张', '敏'], n),
      sort: 'relevance',
    })),
    same('categories, the tree', '/categories/tree'),
    same('pick a category', '/categories', (n) => ({ pageSize: 20, ...picked('har', n % 4) })),
    same('welcome', '/welcome'),
    { ...same('welcome, an author', '/welcome'), role: 'author' },
    {
      title: 'view',
      pair: (n) => {
        const { id } = turn(samples.articles, n)
        return { ours: { path: `/api/articles/${id}` }, bare: { path: `/articles/${id}` } }
      },
    },

    ...libraryReadings(samples, same),

    delivered('delivery, newest', () => '/articles'),
    delivered(
      'delivery, a tag',
      () => '/articles',
      (n) => ({ tag: ranked(tags, n).slug }),
    ),
    delivered(
      'delivery, a common tag',
      () => '/articles',
      (n) => ({ tag: turn(tags.common, n).slug }),
    ),
    delivered(
      'delivery, an author',
      () => '/articles',
      (n) => ({ author: ranked(authors, n).slug }),
    ),
    delivered(
      'delivery, a category',
      () => '/articles',
      (n) => ({ category: ranked(categories, n).slug }),
    ),
    delivered(
      'delivery, a large branch',
      () => '/articles',
      (n) => ({ category: turn(categories.common, n).slug }),
    ),
    delivered(
      'delivery, featured',
      () => '/articles',
      () => ({ featured: true }),
    ),
    delivered('delivery, one article', (n) => `/articles/${turn(samples.articles, n).slug}`),
    delivered('delivery, categories', () => '/categories'),
    delivered('delivery, tags', () => '/tags'),
    delivered('delivery, authors', () => '/authors'),
  ]
}

/** A month of the calendar, in its six weeks. */
const calendars = (day: string): Scenario[] =>
  (['administrator', 'author'] as const).map((role) => {
    const params = { firstDay: day.slice(0, 10), lastDay: later(day, 41).slice(0, 10), timeZone: 'UTC', perDay: 3 }
    return {
      title: role === 'author' ? 'calendar, a month, an author' : 'calendar, a month',
      role,
      pair: () => ({
        ours: { path: address('/api/articles/calendar', params) },
        bare: { path: address('/articles/calendar', params) },
      }),
    }
  })

type Same = (title: string, path: string, params?: (n: number) => Params) => Scenario

/** The library of pictures, the albums and the trash, where there are any. */
function libraryReadings({ pictures, uploaders, photographers, day }: Samples, same: Same): Scenario[] {
  if (pictures.length === 0) return []
  const date = day.slice(0, 10)
  return [
    same('media', '/media'),
    same('media, page 2 to 40', '/media', (n) => ({ page: 2 + (n % 39) })),
    ...['createdAt', '-name', 'name', '-bytes', 'bytes', '-uses', 'uses', 'similar'].map((sort) =>
      same(`media by ${sort}`, '/media', () => ({ sort })),
    ),
    ...['image/jpeg', 'image/png', 'image/avif', 'image/gif'].map((type) =>
      same(`media, ${type}`, '/media', () => ({ type })),
    ),
    same('media, image/gif by name', '/media', () => ({ type: 'image/gif', sort: 'name' })),
    same('media without text', '/media', () => ({ missingAlt: true })),
    same('media, unused', '/media', () => ({ unused: true })),
    same('media, unused, by -bytes', '/media', () => ({ unused: true, sort: '-bytes' })),
    same('media, similar ones', '/media', () => ({ duplicates: true })),
    same('media, similar ones together', '/media', () => ({ duplicates: true, sort: 'similar' })),
    same('media like one', '/media', (n) => ({ likeOf: turn(pictures, n).id })),
    same('media of one uploader', '/media', (n) => ({ uploader: turn(uploaders, n) })),
    same('media of one, without text, by name', '/media', (n) => ({
      uploader: turn(uploaders, n),
      missingAlt: true,
      sort: 'name',
    })),
    same('media, search, a name', '/media', (n) => ({ q: turn(pictures, n).name })),
    same('media, search, a common word', '/media', (n) => ({ q: turn(['harbour', 'night', 'photo', 'dsc'], n) })),
    same('media, search, 2 Chinese', '/media', (n) => ({ q: turn(['灯塔', '码头', '港口', '议会'], n) })),
    same('media, search, nothing found', '/media', () => ({ q: 'zzyqx' })),
    same('media, trashed', '/media', () => ({ trashed: true })),
    same('media, trashed, by name', '/media', () => ({ trashed: true, sort: 'name' })),
    {
      title: 'media, where used',
      pair: (n) => {
        const path = `/media/${turn(pictures, n).id}/uses`
        return { ours: { path: `/api${path}` }, bare: { path } }
      },
    },
    same('albums', '/albums'),
    same('albums, page 2 to 40', '/albums', (n) => ({ page: 2 + (n % 39) })),
    ...['updatedAt', 'title', '-title', 'eventDate', '-eventDate', 'photos', '-photos'].map((sort) =>
      same(`albums by ${sort}`, '/albums', () => ({ sort })),
    ),
    ...['draft', 'published', 'archived', 'trashed'].map((status) =>
      same(`albums, ${status}`, '/albums', () => ({ status })),
    ),
    same('drafts of albums by title', '/albums', () => ({ status: 'draft', sort: 'title' })),
    same('albums of a photographer', '/albums', (n) => ({ photographer: turn(photographers, n) })),
    same('albums of 30 days', '/albums', () => ({ from: date, to: later(date, 30).slice(0, 10) })),
    same('albums without texts', '/albums', () => ({ missingAlt: true })),
    same('albums with all texts', '/albums', () => ({ missingAlt: false })),
    same('albums, search', '/albums', (n) => ({ q: turn(['festival', 'harbour', 'summer', 'regatta in'], n) })),
    same('albums, search, 2 Chinese', '/albums', (n) => ({ q: turn(['灯塔', '码头', '开放', '市集'], n) })),
    same('albums, search, nothing found', '/albums', () => ({ q: 'zzyqx' })),
    same('trash', '/trash'),
    same('trash, page 2 to 40', '/trash', (n) => ({ page: 2 + (n % 39) })),
    same('trash by title', '/trash', () => ({ sort: 'title' })),
    same('trash, pictures by title', '/trash', () => ({ type: 'media', sort: 'title' })),
    same('trash, search', '/trash', (n) => ({ q: turn(['harbour', 'dsc', '灯塔', 'the l'], n) })),
    same('trash, nothing found', '/trash', () => ({ q: 'zzyqx' })),
  ]
}

const later = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString()

/** Changes take other articles on each side, and each article once. */
export function writings({ articles, texts }: Samples): Scenario[] {
  const [half, run] = [Math.floor(articles.length / 2), Date.now()]
  const [mine, theirs] = [(n: number) => articles[n]!, (n: number) => articles[half + n]!]
  const edit = ({ version }: Samples['articles'][number], n: number) => ({
    version,
    // Another one in each run: an edit that changes nothing is not written.
    title: `${turn(texts, n).title} ${run} ${n}`,
    body: turn(texts, n).body,
  })
  const published = ({ version }: Samples['articles'][number]) => ({ version: version + 1 })
  return [
    {
      all: true,
      title: 'save',
      pair: (n) => ({
        ours: { method: 'PATCH', path: `/api/articles/${mine(n).id}`, body: edit(mine(n), n) },
        bare: { method: 'PATCH', path: `/articles/${theirs(n).id}`, body: edit(theirs(n), n) },
      }),
    },
    {
      all: true,
      title: 'publish',
      pair: (n) => ({
        ours: { method: 'POST', path: `/api/articles/${mine(n).id}/publish`, body: published(mine(n)) },
        bare: { method: 'POST', path: `/articles/${theirs(n).id}/publish`, body: published(theirs(n)) },
      }),
    },
  ]
}
