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
  'Nobody on the quay remembers who painted the first door green, and everybody has a story about it.',
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
