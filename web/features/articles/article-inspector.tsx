import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Accordion } from '@mantine/core'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import classes from './article-edit.module.css'
import type { FieldName } from './article-fields.ts'
import type { SectionProps } from './article-form-context.ts'
import { ArticleHistory } from './article-history.tsx'
import {
  AdsSection,
  BylineSection,
  ImageSection,
  NotesSection,
  SeoSection,
  TaxonomySection,
} from './article-inspector-sections.tsx'
import { PublishingSection } from './article-publishing-section.tsx'

const sections: {
  key: string
  title: MessageDescriptor
  Section: ComponentType<SectionProps>
  fields: readonly FieldName[]
}[] = [
  {
    key: 'publishing',
    title: msg`Publishing`,
    Section: PublishingSection,
    fields: ['slug', 'excerpt', 'publishAt', 'unpublishAt', 'sensitive'],
  },
  { key: 'byline', title: msg`Byline`, Section: BylineSection, fields: ['authors'] },
  {
    key: 'taxonomy',
    title: msg`Taxonomy`,
    Section: TaxonomySection,
    fields: ['primaryCategory', 'categories', 'tags'],
  },
  { key: 'image', title: msg`Image`, Section: ImageSection, fields: ['cover'] },
  {
    key: 'seo',
    title: msg`SEO`,
    Section: SeoSection,
    fields: ['seoTitle', 'seoDescription', 'canonicalUrl', 'socialImage'],
  },
  { key: 'ads', title: msg`Ads`, Section: AdsSection, fields: ['adsPolicy'] },
  { key: 'notes', title: msg`Notes`, Section: NotesSection, fields: ['internalNote'] },
  { key: 'history', title: msg`History`, Section: ArticleHistory, fields: [] },
]

const REMEMBERED = 'copydesk.article-sections'
const OPEN_FIRST = ['publishing', 'byline', 'taxonomy', 'image']

/** The unfolded sections, remembered in this browser. */
export function useOpenSections() {
  const [open, setOpen] = useState(remembered)
  useEffect(() => localStorage.setItem(REMEMBERED, JSON.stringify(open)), [open])
  return {
    open,
    setOpen,
    /** Makes the field, or the section of this name, visible, wherever it is. */
    unfold: (fieldId: string) => {
      const section = sections.find(({ key, fields }) =>
        [key, ...fields].some((name) => `article-field-${name}` === fieldId),
      )
      if (section && !open.includes(section.key)) setOpen([...open, section.key])
    },
  }
}

function remembered(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null')
    return Array.isArray(stored) ? stored.map(String) : OPEN_FIRST
  } catch {
    return OPEN_FIRST
  }
}

type Props = SectionProps & { open: string[]; setOpen: (open: string[]) => void }

/** What belongs to the article beside its text; sections fold, and stay as they were left. */
export function ArticleInspector({ jumpTo, open, setOpen }: Props) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const show = useShowOpened(place)
  const change = (next: string[]) => {
    setOpen(next)
    show(next.find((key) => !open.includes(key)))
  }
  return (
    <Accordion
      ref={place}
      multiple
      value={open}
      onChange={change}
      order={2}
      classNames={{ item: classes.section, control: classes.sectionTitle, content: classes.sectionContent }}
      transitionDuration={120}
    >
      {sections.map(({ key, title, Section }) => (
        <Accordion.Item key={key} value={key} id={`article-field-${key}`} data-section={key}>
          <Accordion.Control>{t(title)}</Accordion.Control>
          <Accordion.Panel>{(open.includes(key) || key !== 'history') && <Section jumpTo={jumpTo} />}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

/** Milliseconds in which a section that was opened has what it shows. */
const GROWS = 1500
const INPUTS = ['wheel', 'pointerdown', 'keydown'] as const

/** Brings a section into view while it opens and what it shows arrives; the focus stays on its title. */
function useShowOpened(place: RefObject<HTMLElement | null>) {
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (key: string | undefined) => {
    stop.current?.()
    const section = key && place.current?.querySelector(`[data-section="${key}"]`)
    if (!section) return
    // Follows its growth, so that there is no motion of its own.
    const growth = new ResizeObserver(() => section.scrollIntoView({ block: 'nearest', behavior: 'instant' }))
    const timer = setTimeout(() => stop.current?.(), GROWS)
    stop.current = () => {
      growth.disconnect()
      clearTimeout(timer)
      for (const type of INPUTS) document.removeEventListener(type, end, true)
    }
    const end = () => stop.current?.()
    for (const type of INPUTS) document.addEventListener(type, end, true)
    growth.observe(section)
  }
}
