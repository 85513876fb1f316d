/** What the pictures of the README show: a small local paper in the middle of a week. */

export const people = [
  { name: 'Ada Lindqvist', email: 'ada@example.org', role: 'administrator' },
  { name: 'Tomás Rey', email: 'tomas@example.org', role: 'editor' },
  { name: 'Mei Chen', email: 'mei@example.org', role: 'editor' },
  { name: 'Jonas Weber', email: 'jonas@example.org', role: 'author' },
] as const

export const categories = ['City', 'Culture', 'Science', 'Food', 'Sport'] as const

export type Sample = {
  title: string
  category: (typeof categories)[number]
  /** Index into `people`: whose byline it carries, and who changed it last. */
  by: number
  status: 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived'
  words: number
  /** Hours since the last change; for a scheduled one also the hours until it goes out. */
  hours: number
  featured?: true
  /** Published, and edited since. */
  changed?: true
}

const sample = (title: string, category: Sample['category'], by: number, status: Sample['status'], more: object = {}) =>
  ({ title, category, by, status, words: 480, hours: 1, ...more }) as Sample

/** Newest first. */
export const samples: Sample[] = [
  sample('The last ferry: a night on the water with the crew of the Marit', 'City', 3, 'draft', {
    words: 1240,
    hours: 0.1,
  }),
  sample('Why the harbour smells of oranges in November', 'City', 0, 'published', {
    words: 860,
    hours: 0.4,
    changed: true,
    featured: true,
  }),
  sample('Council votes tonight on the new tram line', 'City', 1, 'in_review', { words: 540, hours: 0.8 }),
  sample('A library that lends out telescopes', 'Science', 2, 'scheduled', { words: 730, hours: 2 }),
  sample('Twelve dumplings under one roof: a walk through Canal Street market', 'Food', 2, 'published', {
    words: 1015,
    hours: 3,
    featured: true,
  }),
  sample('北码头的清晨：卖鱼人和他们的城市', 'Culture', 2, 'published', { words: 690, hours: 5 }),
  sample('The orchestra that rehearses in a swimming pool', 'Culture', 3, 'in_review', { words: 905, hours: 6 }),
  sample('Rowing club opens its doors to beginners', 'Sport', 1, 'published', { words: 410, hours: 9 }),
  sample('What the tide gauge has measured since 1887', 'Science', 0, 'scheduled', { words: 1320, hours: 12 }),
  sample('Recipe: rye bread the way the night bakers make it', 'Food', 3, 'draft', { words: 350, hours: 20 }),
  sample('Ten photographs from the first snow', 'City', 1, 'published', { words: 120, hours: 26 }),
  sample('The bridge keeper retires after forty winters', 'City', 0, 'published', {
    words: 1480,
    hours: 30,
    changed: true,
  }),
  sample('Bees on the roof of the opera house', 'Science', 2, 'published', { words: 640, hours: 47 }),
  sample('Women’s derby ends in a draw before a record crowd', 'Sport', 1, 'published', { words: 520, hours: 52 }),
  sample('How to read a menu in a port town', 'Food', 0, 'draft', { words: 275, hours: 75 }),
  sample('A short history of the blue street lamps', 'Culture', 3, 'published', { words: 980, hours: 90 }),
  sample('The winter timetable, explained', 'City', 1, 'archived', { words: 610, hours: 120 }),
  sample('Where the swifts go when they leave us', 'Science', 2, 'published', { words: 1105, hours: 150 }),
  sample('Theatre review: three sisters and one sauna', 'Culture', 0, 'published', { words: 560, hours: 170 }),
  sample('The baker, the butcher and the bike lane', 'City', 3, 'published', { words: 845, hours: 200 }),
  sample('Night swimmers of the old dock', 'Sport', 2, 'published', { words: 720, hours: 230 }),
  sample('An atlas of forgotten ferry stops', 'City', 1, 'published', { words: 1390, hours: 300 }),
  sample('Soup kitchens and the people who run them', 'Food', 0, 'published', { words: 770, hours: 340 }),
  sample('Measuring noise with a thousand telephones', 'Science', 3, 'published', { words: 930, hours: 380 }),
  sample('The choir that sings for the lighthouse', 'Culture', 2, 'published', { words: 505, hours: 420 }),
  sample('Ice on the canal: what the wardens look for', 'City', 1, 'published', { words: 660, hours: 460 }),
]

const sentences = [
  'The morning begins before the gulls do.',
  'No one on the quay remembers who painted the first door green, and everybody has a story about it.',
  'There are three keys, and one of them opens nothing.',
  'Ask at the counter, and the answer comes with coffee.',
  'It takes patience, good boots and a neighbour with a boat.',
]

/** About that many words of HTML. */
export function bodyOf(words: number): string {
  const paragraphs: string[] = []
  for (let count = 0, n = 0; count < words; n++) {
    const paragraph = [0, 1, 2].map((k) => sentences[(n + k) % sentences.length]).join(' ')
    paragraphs.push(`<p>${paragraph}</p>`)
    count += paragraph.split(' ').length
  }
  return paragraphs.join('\n')
}

/** The article that is open in the second picture, by its title in `samples`; `picture` is the address of its cover. */
export const opened = {
  title: 'Why the harbour smells of oranges in November',
  subtitle: 'Every autumn a ship without a timetable comes in, and the whole quay peels',
  excerpt: 'Once a year the old citrus boat ties up below the cranes. No one announces it, and everybody is there.',
  tags: ['Harbour', 'Autumn', 'Trade'],
  alt: 'A small freighter at the quay under an orange evening sky',
  body: (picture: string) => `
<p>It begins with a rumour at the fish counter. Somebody’s cousin has seen her pass the outer light, low in the water, with
the deck lamps already lit. By four o’clock the first <strong>string bags</strong> hang over the railings, and by five the
tram driver stops where there is no stop.</p>
<h2>A ship without a timetable</h2>
<p>The <em>Valencia Rose</em> is sixty-one years old and has never once been on time, says
<a href="https://example.org/harbour">harbour master</a> Inga Dahl, because nobody has ever told her when to come.</p>
<img src="${picture}" alt="A small freighter at the quay under an orange evening sky" width="1280" height="720">
<blockquote><p>You hear the crates before you see them. Then you smell it, and then you are eight years old.</p></blockquote>
<ul><li><p>Eleven tonnes of oranges, most of them sold before the ropes are dry</p></li>
<li><p>Four crew, one of them the captain’s mother</p></li></ul>`,
}

/** An evening at the quay, drawn, so that no photograph's licence travels with the repository. */
export const coverDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f4a63"/>
<stop offset=".55" stop-color="#e08a4f"/><stop offset="1" stop-color="#f6c77d"/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c9793f"/>
<stop offset="1" stop-color="#1d3a4c"/></linearGradient></defs>
<rect width="1280" height="480" fill="url(#sky)"/><circle cx="860" cy="430" r="88" fill="#fde3a8"/>
<path d="M0 430h120v-70h60v70h50v-120h46v120h90v-50h70v50h844v60H0z" fill="#23384a"/>
<path d="M130 360V170l150-40v14l-138 40v176z" fill="#23384a"/><rect y="478" width="1280" height="242" fill="url(#sea)"/>
<path d="M470 470h430l-40 78H520z" fill="#7c2f24"/><path d="M520 470v-56h120v56zM700 470v-30h40v30zM752 470v-30h40v30z" fill="#f3ead9"/>
<path d="M566 414v-62h34v62z" fill="#c8492f"/><path d="M690 470V300h6v170zM696 306l110 128h-8L696 318z" fill="#1c2b38"/>
<g fill="#fde3a8" opacity=".55"><rect x="770" y="560" width="180" height="6"/><rect x="800" y="590" width="120" height="6"/>
<rect x="740" y="624" width="240" height="7"/><rect x="820" y="660" width="90" height="7"/></g></svg>`
