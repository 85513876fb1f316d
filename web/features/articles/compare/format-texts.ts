import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { listed } from '../../../ui/listed.ts'
import { markName, markValue, type Picture, type TextStyle } from './document.ts'

const markNames: Record<string, MessageDescriptor> = {
  bold: msg`bold`,
  italic: msg`italic`,
  underline: msg`underlined`,
  strike: msg`struck through`,
  code: msg`code`,
  sub: msg`subscript`,
  sup: msg`superscript`,
  highlight: msg`highlighted`,
  colour: msg`coloured`,
  newTab: msg`opened in a new tab`,
}

const alignNames: Record<string, MessageDescriptor> = {
  left: msg`left`,
  right: msg`right`,
  center: msg`centred`,
  justify: msg`justified`,
  wide: msg`wide`,
  full: msg`full width`,
}

const containerNames: Record<string, MessageDescriptor> = {
  quote: msg`quote`,
  callout: msg`callout`,
  details: msg`foldable section`,
  gallery: msg`gallery`,
}

/** What changed besides words: formatting, the kind of a block, the look of a picture. */
export function useFormatTexts() {
  const { t, i18n } = useLingui()
  const nameOf = (mark: string) => {
    const known = markNames[markName(mark)]
    return known ? t(known) : `<${markName(mark)}>`
  }
  const alignText = (align: string) => {
    const known = alignNames[align]
    return known ? t(known) : align || t`as the text around it`
  }

  /** As "now bold" or "link now to …, before to …". */
  const marks = (was: readonly string[], now: readonly string[]): string => {
    const isNew = (mark: string) => !was.includes(mark)
    const isGone = (mark: string) => !now.includes(mark)
    const [added, removed] = [now.filter(isNew), was.filter(isGone)]
    const texts: string[] = []
    const target = added.find((mark) => markName(mark) === 'link')
    const formerTarget = removed.find((mark) => markName(mark) === 'link')
    const [to, from] = [target && markValue(target), formerTarget && markValue(formerTarget)]
    if (to && from) texts.push(t`link now to ${to}, before to ${from}`)
    else if (to) texts.push(t`now a link to ${to}`)
    else if (from) texts.push(t`no longer a link to ${from}`)
    for (const mark of added) {
      const formatting = nameOf(mark)
      if (mark !== target) texts.push(t`now ${formatting}`)
    }
    const others = removed.filter((one) => !added.some((mark) => markName(mark) === markName(one)))
    for (const mark of others) {
      const formatting = nameOf(mark)
      if (mark !== formerTarget) texts.push(t`no longer ${formatting}`)
    }
    return listed(texts, i18n.locale)
  }

  const kindText = ({ kind, level, list }: TextStyle): string => {
    if (kind === 'heading') return t`heading ${level}`
    if (kind === 'item')
      return { bulleted: t`bulleted list`, numbered: t`numbered list`, tasks: t`checklist`, '': t`list` }[list]
    return {
      paragraph: t`paragraph`,
      code: t`code block`,
      caption: t`caption`,
      summary: t`title of a foldable section`,
      term: t`term`,
      description: t`description`,
    }[kind]
  }
  const containersText = (inside: readonly string[]) =>
    listed(
      inside.map((one) => {
        const known = containerNames[one.split(':', 1)[0]!]
        return known ? t(known) : one
      }),
      i18n.locale,
    )

  /** Everything about a block of text that changed besides its words. */
  const styles = (was: TextStyle, now: TextStyle): string[] => {
    const texts: string[] = []
    const [from, to] = [kindText(was), kindText(now)]
    if (from !== to) texts.push(t`Was: ${from}. Now: ${to}.`)
    else if (was.level !== now.level) texts.push(t`List level ${now.level}, before ${was.level}`)
    if (was.checked !== now.checked && now.checked !== null && was.checked !== null)
      texts.push(now.checked ? t`Now ticked` : t`No longer ticked`)
    const [wasIn, isIn] = [
      was.inside.filter((one) => !now.inside.includes(one)),
      now.inside.filter((one) => !was.inside.includes(one)),
    ]
    if (isIn.length > 0) texts.push(t`Now in: ${containersText(isIn)}`)
    if (wasIn.length > 0) texts.push(t`No longer in: ${containersText(wasIn)}`)
    if (was.align !== now.align) texts.push(t`Alignment: ${alignText(now.align)}, before: ${alignText(was.align)}`)
    if (was.language !== now.language)
      texts.push(t`Language of the code: ${now.language || '–'}, before: ${was.language || '–'}`)
    const names = [...new Set([...Object.keys(was.attributes), ...Object.keys(now.attributes)])].filter(
      (name) => was.attributes[name] !== now.attributes[name],
    )
    if (names.length > 0) texts.push(t`HTML attributes changed: ${listed(names, i18n.locale)}`)
    return texts
  }

  /** Everything about the same picture that changed besides its alt text and caption. */
  const pictures = (was: Picture, now: Picture): string[] => {
    const texts: string[] = []
    const ownSize = t`its own size`
    const widthText = (width: string) => (/^\d+$/.test(width) ? t`${width} pixels` : width || ownSize)
    if (was.width !== now.width) texts.push(t`Width: ${widthText(now.width)}, before: ${widthText(was.width)}`)
    if (was.align !== now.align) texts.push(t`Alignment: ${alignText(now.align)}, before: ${alignText(was.align)}`)
    if (was.link !== now.link) texts.push(t`Link: ${now.link || '–'}, before: ${was.link || '–'}`)
    if (was.title !== now.title) texts.push(t`Tooltip: ${now.title || '–'}, before: ${was.title || '–'}`)
    return texts
  }

  return { marks, styles, pictures, kindText }
}
