/** The pictures that the library and the album of the README show: drawn by the seed's painter, told like a paper's own. */
import { chanceFrom } from './seed/chance.ts'
import { drawn, lights, scenes } from './seed/scene.ts'

export const album = {
  title: 'A weekend along the coast',
  description: 'Ferries, gardens and the old town, from the first boat on Saturday to the last light on Sunday.',
  place: 'Linden',
  eventDate: '2026-10-11',
} as const

const shapes = [
  [1200, 800],
  [800, 1200],
  [1200, 900],
  [1000, 1000],
  [1500, 840],
  [900, 1200],
  [1200, 800],
] as const

/** How many of them stay without a text, so that the screens show how they ask for it. */
const UNWRITTEN = 5
export const PICTURES = 24

/** One file as a camera names it, and what it shows; another number is another picture. */
export async function pictureOf(n: number) {
  const scene = scenes[n % scenes.length]!
  const light = lights[(n * 5 + Math.floor(n / scenes.length)) % lights.length]!
  const [width, height] = shapes[(n * 3) % shapes.length]!
  const taken = new Date(Date.UTC(2026, 9, 10, 7, n * 53)).toISOString().slice(0, 19)
  const paint = scene.paint(chanceFrom(7, n), light, width / height)
  return {
    name: `DSC_${2041 + n * 3}.jpg`,
    alt: n % UNWRITTEN === 3 ? '' : `${scene.en} ${light.en}`,
    file: await drawn(paint, width, height, taken.replaceAll('-', ':').replace('T', ' ')),
  }
}
