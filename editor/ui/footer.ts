import type { Node } from '@tiptap/pm/model'
import type { Messages } from '../messages.ts'
import { element } from './element.ts'

interface Count {
  words: number
  characters: number
  han: number
}

const counted = new WeakMap<Node, Count>()
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

function countBlock(block: Node): Count {
  const known = counted.get(block)
  if (known) return known
  const text = block.textBetween(0, block.content.size, ' ', ' ')
  const han = text.match(HAN)?.length ?? 0
  const others = text.replace(HAN, ' ').match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0
  const count = { words: han + others, han, characters: text.replace(/\s+/g, '').length }
  counted.set(block, count)
  return count
}

/** Words (a Chinese character counts as one), characters without spaces, and minutes to read. */
export function countWords(doc: Node): { words: number; characters: number; minutes: number } {
  const total = { words: 0, characters: 0, han: 0 }
  doc.forEach((block) => {
    const { words, characters, han } = countBlock(block)
    total.words += words
    total.characters += characters
    total.han += han
  })
  const minutes = Math.ceil((total.words - total.han) / 240 + total.han / 400)
  return { words: total.words, characters: total.characters, minutes }
}

export function createFooter(messages: Messages): { dom: HTMLElement; show: (doc: Node) => void } {
  const [words, characters, time] = [element('span'), element('span'), element('span')]
  const dom = element('div', { class: 'cde-footer' }, words, characters, time)
  return {
    dom,
    show: (doc) => {
      const count = countWords(doc)
      words.textContent = messages.words(count.words)
      characters.textContent = messages.characters(count.characters)
      time.textContent = messages.readingTime(count.minutes)
    },
  }
}
