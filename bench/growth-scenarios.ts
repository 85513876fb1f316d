import type { Call } from './measure.ts'
import type { Samples } from './samples.ts'
import { readings, writings, type Scenario } from './scenarios.ts'

export type GrowthScenario = {
  title: string
  kind: 'list' | 'search' | 'read' | 'save' | 'delivery'
  role: 'administrator' | 'author' | 'nobody'
  call: (n: number) => Call
}

/** Of the calls of `npm run bench`, those whose cost could grow with the number of articles. */
const CHOSEN: [GrowthScenario['kind'], string[]][] = [
  [
    'list',
    [
      'articles',
      'articles, an author asks',
      'articles, any page',
      'articles, last page',
      'articles by title',
      'articles by publishedAt',
      'articles, draft',
      'articles, published',
      'articles in review by title',
      'articles, a busy author',
      'articles, any tag',
      'articles, a common tag',
      'articles, any category',
      'articles, a large branch',
      'articles, my own',
      'articles of 30 days',
      'large branch and common tag',
      'common tag, 30 days',
      'large branch and draft',
      'large branch, in review',
      'busy author and draft',
      'busy author and common tag',
      'large branch, common tag, draft',
      'large branch, tag, by title',
      'large branch, tag, page 40',
      'common tag with changes',
      'drafts, an author asks',
      'my drafts, an author asks',
      'in review, an author asks',
      'with changes, an author asks',
      'featured, an author asks',
      'tags',
      'authors',
      'trash',
      'welcome',
      'welcome, an author',
    ],
  ],
  [
    'search',
    [
      'search, a rare word',
      'search, a common word',
      'search, two words',
      'search, nothing found',
      'search, 2 Chinese',
      'search in a large branch',
      'search, an author asks',
      'search with a common tag',
      'search in drafts',
      'best match, a rare word',
      'best match, a common word',
      'best match, two words',
      'best match, 2 Chinese',
      'search all, a common word',
      'pick an article',
      'pick a tag',
    ],
  ],
  ['read', ['view']],
  ['save', ['save', 'publish']],
  [
    'delivery',
    [
      'delivery, newest',
      'delivery, a tag',
      'delivery, a common tag',
      'delivery, an author',
      'delivery, a category',
      'delivery, one article',
      'delivery, tags',
    ],
  ],
]

/** What is called at every size, in the order of the table. `every`: all calls of `npm run bench`, too. */
export function growthScenarios(
  samples: Samples,
  sizes: { articles: number; tags: number; authors: number },
  { every = false } = {},
): GrowthScenario[] {
  const known = new Map([...readings(samples, sizes), ...writings(samples)].map((each) => [each.title, each]))
  const named = new Set(CHOSEN.flatMap(([, titles]) => titles))
  const others = [...known.keys()].filter((title) => every && !named.has(title))
  const chosen = [...CHOSEN, ['list', others] as const].flatMap(([kind, titles]) =>
    titles.map((title): GrowthScenario => {
      const found = known.get(title)
      if (!found) throw new Error(`scenarios.ts has no call “${title}”`)
      return { title, kind, role: found.role ?? 'administrator', call: (n) => found.pair(n).ours }
    }),
  )
  return [...chosen, totalOf(known.get('common tag, 30 days')), ...readerSearches(samples)]
}

/** What the console asks for after the page of such a list. */
function totalOf(list: Scenario | undefined): GrowthScenario {
  if (!list) throw new Error('scenarios.ts has no such list')
  const call = (n: number) => ({ path: list.pair(n).ours.path.replace('?', '/total?') })
  return { title: `${list.title}: its total`, kind: 'list', role: 'administrator', call }
}

function readerSearches({ rareWord }: Samples): GrowthScenario[] {
  const search = (title: string, words: string[]): GrowthScenario => ({
    title,
    kind: 'search',
    role: 'nobody',
    call: (n) => ({ path: `/content/v1/search?${new URLSearchParams({ q: words[n % words.length]! })}` }),
  })
  return [
    search('readers search, a common word', ['harbour', 'council', 'river', 'night']),
    search('readers search, a rare word', [rareWord]),
    search('readers search, 2 Chinese', ['灯塔', '码头', '港口', '议会']),
  ]
}
