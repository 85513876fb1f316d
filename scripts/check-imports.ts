/** Who may import whom, and that no files import each other. Read the two tables; the rest only enforces them. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LAYERS: { files: RegExp; may: RegExp[]; because: string }[] = [
  {
    files: /^contract\//,
    may: [/^contract\//, /^zod$/],
    because: 'both sides depend on the contract, so it depends on nothing but zod',
  },
  {
    files: /^web\/ui\//,
    may: [
      /^web\/ui\//,
      /^(react|react-dom)(\/|$)/,
      /^@mantine\//,
      /^dayjs\/locale\//,
      /^@tanstack\/react-virtual/,
      /^@tabler\//,
      /^@lingui\//,
      /^uplot(\/|$)/,
    ],
    because: 'ui/ could ship in another product: it knows no article and no API',
  },
  {
    files: /^web\/editor\//,
    may: [/^web\/(editor|ui)\//, /^react(\/|$)/, /^@mantine\//, /^@lingui\//, /^@tabler\//],
    because: 'the wrapper loads an engine at run time, so it may know none at build time',
  },
  {
    files: /^web\/api\//,
    may: [
      /^(web\/api|contract)\//,
      /^@tanstack\//,
      /^axios$/,
      /^react$/,
      /^@lingui\//,
      /^(@hookform\/|react-hook-form|zod)/,
    ],
    because: 'api/ knows the wire, not the screens',
  },
  {
    files: /^web\/entity\/drafts\/(draft|draft-merge|draft-store|create-key|open-tabs)\.ts$/,
    may: [/^web\/entity\/drafts\/(draft|draft-merge|draft-store|create-key|open-tabs)\.ts$/, /^idb-keyval$/],
    because: 'what becomes of unsaved text is decided and tested without React, a screen or the wire',
  },
  {
    files: /^web\/entity\//,
    may: [/^(web\/(entity|api|ui)|contract)\//, /^(?!\.|web|server|node:)/],
    because: 'what the screens of every entity share knows the API and the components, and no entity',
  },
  {
    files: /^web\//,
    may: [/^web\//, /^contract\//, /^(?!node:|\.\.\/|server|fastify|kysely|pg$|@tiptap)/],
    because: 'the browser reaches the server over the wire only, and the editor engine at run time only',
  },
  {
    files: /^editor\//,
    may: [/^editor\//, /^@tiptap\//, /^lowlight/, /^dompurify$/, /^marked$/],
    because: 'the engine build is replaceable: it knows nothing of ours',
  },
  {
    files: /^server\/db\//,
    may: [
      /^contract\/(list|article-fields)\.ts$/,
      /^server\/db\//,
      /^(kysely(\/migration)?|pg|graphile-worker|node:.*)$/,
    ],
    because: 'db/ knows PostgreSQL, the shape of a list and the fields that become columns, not the product',
  },
  {
    files: /^server\/http\//,
    may: [
      /^(server\/(http|db)|contract)\//,
      /^server\/config\.ts$/,
      /^(fastify.*|@fastify\/.*|zod|kysely|uuid|node:.*)$/,
    ],
    because: 'http/ serves every feature, so it knows none',
  },
  {
    files: /^server\/(jobs|storage|mail|events|threads|outside|webhooks|secrets|backup)\//,
    may: [
      /^server\/(jobs|storage|mail|events|threads|outside|webhooks|secrets|backup|db)\//,
      /^server\/config\.ts$/,
      /^contract\//,
      /^(?!\.|server)/,
    ],
    because: 'an outside service is wrapped once and knows no feature',
  },
  {
    files: /^server\/.*-queries\.ts$/,
    may: [/-(queries|rules)\.ts$/, /^(server\/(db|events)|contract)\//, /^kysely$/],
    because: 'queries take a Db and values; they never see a request',
  },
  {
    files: /^server\//,
    may: [/^(?!web\/|e2e\/|scripts\/|react|@mantine)/],
    because: 'the server never needs the browser side',
  },
]

/** The product's own graph: a feature may use only what is written here. */
const FEATURE_USES: Record<string, string[]> = {
  ads: ['placements', 'media', 'events', 'settings', 'audit', 'articles', 'tags', 'categories', 'taxonomy', 'session'],
  placements: ['ads', 'audit', 'session'],
  authors: ['taxonomy', 'media', 'users', 'session', 'audit'],
  albums: ['media', 'authors', 'taxonomy', 'audit', 'session'],
  articles: [
    'albums',
    'media',
    'users',
    'authors',
    'tags',
    'categories',
    'taxonomy',
    'audit',
    'session',
    'settings',
    // The term that an article was started from.
    'search-rank',
    // A bulk action on thousands of articles.
    'background',
    'snippets',
  ],
  categories: ['audit', 'taxonomy'],
  tags: ['taxonomy', 'audit'],
  taxonomy: ['audit', 'session'],
  // Pictures of the library are added to albums from there.
  media: ['albums', 'audit', 'session'],
  // An account and its byline belong together.
  users: ['audit', 'authors', 'session', 'settings', 'second-step'],
  session: ['authors', 'users', 'audit', 'settings', 'second-step'],
  'second-step': ['session', 'users', 'audit', 'settings'],
  settings: ['audit', 'session', 'media', 'delivery', 'second-step', 'users'],
  delivery: [
    'albums',
    'articles',
    'hot',
    'authors',
    'tags',
    'categories',
    'media',
    'search-rules',
    'settings',
    'audit',
  ],
  events: ['articles'],
  hot: ['audit', 'articles', 'session', 'settings', 'events'],
  'search-rules': ['audit'],
  // The forms of its dialogs show failures as all do.
  health: ['audit', 'session', 'users', 'settings'],
  // What readers get now is found by their own search.
  'search-rank': ['articles', 'delivery', 'events', 'search-rules', 'session'],
  import: [
    'background',
    'ads',
    'albums',
    'articles',
    'authors',
    'categories',
    'placements',
    'snippets',
    'tags',
    'media',
    'users',
    'audit',
    'session',
  ],
  trash: [
    'ads',
    'placements',
    'albums',
    'articles',
    'background',
    'taxonomy',
    'categories',
    'media',
    'session',
    'undo',
  ],
  undo: [
    'background',
    'ads',
    'placements',
    'albums',
    'articles',
    'authors',
    'taxonomy',
    'categories',
    'tags',
    'hot',
    'media',
    'search-rank',
    'users',
  ],
  // The words that readers and editors may mistype are the same.
  search: ['albums', 'articles', 'authors', 'categories', 'delivery', 'media', 'saved-views', 'tags', 'users'],
  shell: ['albums', 'articles', 'media', 'session', 'users'],
  // The filter by person.
  audit: ['users', 'articles'],
  'saved-views': ['audit'],
  snippets: ['articles', 'audit'],
  welcome: ['articles', 'ads', 'session'],
  // The hour of the plan is on the clocks of the site.
  backups: ['media', 'audit', 'settings'],
}

const featureOf = (path: string) => /^(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1]
const wrong: string[] = []

for (const file of globSync('{contract,server,web,editor}/**/*.{ts,tsx}')) {
  if (/\.(test|browser)\.tsx?$|\/testing\/|^editor\/(vite\.config|serve-engine)\.ts$/.test(file)) continue
  for (const target of importsOf(file)) {
    for (const { files, may, because } of LAYERS) {
      if (files.test(file) && !may.some((m) => m.test(target))) wrong.push(`${file} -> ${target}\n    ${because}`)
    }
    const [user, used] = [featureOf(file), featureOf(target)]
    if (user && used && user !== used && !FEATURE_USES[user]?.includes(used))
      wrong.push(`${file} -> ${target}\n    FEATURE_USES does not let ${user} use ${used}`)
  }
}

wrong.push(
  ...circles().map(
    (files) => `${files.join(' -> ')}\n    files that need each other, be it for a type, are one file or three`,
  ),
)

console.log(wrong.length ? wrong.join('\n') : 'every import points the right way, and none in a circle')
process.exitCode = wrong.length ? 1 : 0

/** One circle for each file that imports itself by way of others, types included. */
function circles(): string[][] {
  const sources = globSync('{contract,server,web,editor,e2e,scripts,bench}/**/*.{ts,tsx,mjs}')
  const graph = new Map(sources.map((file) => [file, importsOf(file).filter((target) => sources.includes(target))]))
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) return void found.push([...path.slice(at), file])
    if (done.has(file)) return undefined
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    return void done.add(file)
  }
  for (const file of sources) visit(file, [])
  return found
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?<![\w'"])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)
  return [...found].map(([, path = '']) => (path.startsWith('.') ? join(dirname(file), path) : path.replace(/^#/, '')))
}
