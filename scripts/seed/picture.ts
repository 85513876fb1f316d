import { type Chance, chanceFrom, uuidAt } from './chance.ts'
import * as chinese from './chinese.ts'
import * as english from './english.ts'
import { DAY, type SeedPlan, YEARS } from './plan.ts'
import { drawn, lights, scenes } from './scene.ts'

/** How many different pictures are drawn. */
export const DRAWN = 48
const SIZES = [
  [960, 640],
  [960, 720],
  [640, 960],
  [800, 800],
  [1120, 630],
  [720, 960],
  [1200, 480],
] as const

export type Picture = {
  id: string
  name: string
  alt: string
  caption: string
  credit: string
  uploadedAt: string
  /** Draws it: a JPEG file as a camera might have written it. */
  draw: () => Promise<Buffer>
}

/** Pictures as they come from cameras and telephones, the same for the same plan. */
export function makePictures(plan: SeedPlan): Picture[] {
  return Array.from({ length: Math.min(DRAWN, plan.pictures) }, (_, n) => {
    const chance = chanceFrom(plan.seed, -1_000_000 - plan.first - n)
    const scene = scenes[n % scenes.length]!
    const light = lights[Math.floor(n / scenes.length) % lights.length]!
    const [width, height] = chance.pick(SIZES)
    const paint = scene.paint(chance, light, width / height)
    const uploaded = plan.until - Math.floor(YEARS * 365 * DAY * (1 - n / DRAWN))
    const taken = new Date(uploaded - DAY - chance.below(20 * DAY)).toISOString()
    return {
      id: uuidAt(uploaded, chance),
      ...textsOf(n, scene, light, taken, chance),
      uploadedAt: new Date(uploaded).toISOString(),
      draw: () => drawn(paint, width, height, taken.slice(0, 19).replaceAll('-', ':').replace('T', ' ')),
    }
  })
}

/** What somebody wrote about a picture of this scene. */
export function textsOf(
  n: number,
  scene: (typeof scenes)[number],
  light: (typeof lights)[number],
  taken: string,
  chance: Chance,
) {
  const inChinese = chance.oneIn(3)
  const language = inChinese ? chinese : english
  const alt = inChinese ? light.zh + scene.zh : `${scene.en} ${light.en}`
  const photographer = language.personName(chance)
  return {
    name: nameOf(n, taken, chance),
    alt: chance.oneIn(7) ? '' : alt,
    caption: chance.oneIn(4) ? language.sentence(chance) : '',
    credit: chance.oneIn(5) ? '' : inChinese ? `摄影：${photographer}` : `Photo: ${photographer}`,
  }
}

function nameOf(n: number, taken: string, chance: Chance): string {
  const number = String(411 + n * 97 + chance.below(90)).padStart(4, '0')
  if (chance.oneIn(8)) return `微信图片_${taken.slice(0, 10).replaceAll('-', '')}${number}.jpg`
  return chance.pick([`DSC_${number}.jpg`, `DSC_${number}.jpg`, `IMG_${number}.jpg`, `P102${number}.jpg`])
}
