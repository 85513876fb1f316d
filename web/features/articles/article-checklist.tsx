import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Popover, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { PublishRequirement } from '#contract/article-actions.ts'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { paths } from '../../paths.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { UnseenAlbum } from './article-albums.ts'
import classes from './article-edit.module.css'
import { countFindings, type TextFindings, useAcceptedFindings, useTextFindings } from './article-findings.ts'
import { useArticle, useArticleForm, useWatched } from './article-form-context.ts'
import { othersPart, type OthersPart } from './article-others-changes.ts'
import {
  missingTarget,
  pictureTarget,
  takeOverAllPictures,
  type MissingPicture,
  type UndescribedPicture,
} from './article-pictures.ts'

const sentences: Record<PublishRequirement, MessageDescriptor> = {
  title: msg`Give it a title`,
  slug: msg`Give it a slug`,
  body: msg`Write the text`,
  authors: msg`Name at least one author`,
  primaryCategory: msg`Choose a primary category`,
  coverAlt: msg`Describe the cover for people who cannot see it`,
}

/** Which field of the form answers a requirement. */
export const fieldOfRequirement: Record<PublishRequirement, string> = {
  title: 'article-title',
  slug: 'article-field-slug',
  body: 'article-body',
  authors: 'article-field-authors',
  primaryCategory: 'article-field-primaryCategory',
  coverAlt: 'article-field-cover',
}

type ListProps = {
  missing: readonly PublishRequirement[]
  jumpTo: (fieldId: string) => void
  onJump?: (() => void) | undefined
}

/** What is missing, in words; each leads to its field. */
export function MissingList({ missing, jumpTo, onJump }: ListProps) {
  const { t } = useLingui()
  return (
    <Stack gap={2} align="stretch" mx={-8}>
      {missing.map((name) => (
        <JumpButton
          key={name}
          onClick={() => {
            onJump?.()
            jumpTo(fieldOfRequirement[name])
          }}
        >
          {t(sentences[name])}
        </JumpButton>
      ))}
    </Stack>
  )
}

const lineProps = {
  variant: 'subtle',
  size: 'compact-sm',
  justify: 'space-between',
  fw: 500,
  rightSection: <IconArrowRight size={14} />,
  classNames: { root: classes.checkLine ?? '', label: classes.checkText ?? '' },
} as const

/** A line of the checklist: as many lines as its words need. */
const JumpButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button {...lineProps} onClick={onClick}>
    {children}
  </Button>
)

type WarningProps = Omit<ListProps, 'missing'> & { findings: TextFindings }

/**
 * Pictures of the text that are missing, say nothing to some readers, or may vanish, and albums that readers do not see: no reason not to
 * publish, but worth a look.
 */
function TextWarnings({ findings, ...props }: WarningProps) {
  const { t } = useLingui()
  const { missing, undescribed, outside, albums } = findings
  return (
    <>
      <MissingPictureList pictures={missing} {...props} />
      <PictureList title={t`Pictures in the text without alt text`} pictures={undescribed} {...props} />
      <PictureList
        title={
          outside.length > 1
            ? t`Pictures still on other sites`
            : t`Pictures still on other sites: choose one, then “Take over”`
        }
        pictures={outside.map((picture) => ({ ...picture, caption: picture.caption || picture.host }))}
        {...props}
      >
        {outside.length > 1 && (
          <TakeOverAll count={new Set(outside.map(({ src }) => src)).size} onJump={props.onJump} />
        )}
      </PictureList>
      <AlbumList albums={albums} onJump={props.onJump} />
    </>
  )
}

/** The same with its heading and count, where there are any. */
export function WorthChecking(props: Omit<ListProps, 'missing'>) {
  const findings = useTextFindings()
  const count = countFindings(findings)
  if (count === 0) return null
  return (
    <>
      <ChecklistHeading>
        <Trans>Worth checking: {count}</Trans>
      </ChecklistHeading>
      <TextWarnings findings={findings} {...props} />
    </>
  )
}

/** Has all of them stored in the library; their cards in the text say how it goes. */
function TakeOverAll({ count, onJump }: { count: number; onJump: ListProps['onJump'] }) {
  const { t } = useLingui()
  if (count < 2) return null
  const run = () => {
    if (takeOverAllPictures()) onJump?.()
    else notifyFailure(t`The text editor is not there yet. Try again in a moment.`)
  }
  return (
    <Button size="compact-sm" variant="default" my={4} onClick={run}>
      <Plural value={count} one="Take over # picture" other="Take over all # pictures" />
    </Button>
  )
}

/** How many points follow, and whether they must be done. */
export function ChecklistHeading({ children }: { children: ReactNode }) {
  return (
    <Text component="h2" size="sm" fw={600} m={0}>
      {children}
    </Text>
  )
}

type PictureListProps = Omit<ListProps, 'missing'> & {
  title: string
  pictures: readonly UndescribedPicture[]
  /** Below the title. */
  children?: ReactNode
}

function PictureList({ title, pictures, jumpTo, onJump, children }: PictureListProps) {
  const { t } = useLingui()
  if (pictures.length === 0) return null
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {title}
      </Text>
      {children}
      <Stack gap={2} align="stretch" mx={-8}>
        {pictures.map((picture) => {
          const number = picture.at + 1
          const { caption } = picture
          return (
            <JumpButton
              key={picture.at}
              onClick={() => {
                onJump?.()
                jumpTo(pictureTarget(picture))
              }}
            >
              {caption ? t`Picture ${number}: ${caption}` : t`Picture ${number}`}
            </JumpButton>
          )
        })}
      </Stack>
    </div>
  )
}

type MissingProps = Omit<ListProps, 'missing'> & { pictures: readonly MissingPicture[] }

/** Each leads to its place in the text, where it can be uploaded. */
function MissingPictureList({ pictures, jumpTo, onJump }: MissingProps) {
  if (pictures.length === 0) return null
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        <Plural value={pictures.length} one="# pasted picture is missing" other="# pasted pictures are missing" />
      </Text>
      <Stack gap={2} align="stretch" mx={-8}>
        {pictures.map((picture) => (
          <JumpButton
            key={picture.at}
            onClick={() => {
              onJump?.()
              jumpTo(missingTarget(picture))
            }}
          >
            {picture.alt ? `${picture.name}: ${picture.alt}` : picture.name}
          </JumpButton>
        ))}
      </Stack>
    </div>
  )
}

/** Each leads to its album, where it can be published. */
function AlbumList({ albums, onJump }: { albums: readonly UnseenAlbum[]; onJump: ListProps['onJump'] }) {
  if (albums.length === 0) return null
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        <Trans>Albums in the text that readers do not see</Trans>
      </Text>
      <Stack gap={2} align="stretch" mx={-8}>
        {albums.map(({ id, title }) =>
          title === undefined ? (
            <Text key={id} size="sm" px={8}>
              <Trans>An album that no longer exists</Trans>
            </Text>
          ) : (
            <Button key={id} component={ScreenLink} to={paths.album(id)} onFollow={() => onJump?.()} {...lineProps}>
              {title}
            </Button>
          ),
        )}
      </Stack>
    </div>
  )
}

/** What others wrote into this and is not before readers yet: it goes out, too. */
function OthersChanges({ people, onCompare }: { people: readonly OthersPart[]; onCompare: () => void }) {
  const article = useArticle()
  if (people.length === 0) return null
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        <Trans>What others are writing here goes out, too</Trans>
      </Text>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.id}>
            <OthersPartWords person={person} />
          </li>
        ))}
      </ul>
      {article?.live && (
        <Stack gap={2} align="stretch" mx={-8}>
          <JumpButton onClick={onCompare}>
            <Trans>Compare with what readers see</Trans>
          </JumpButton>
        </Stack>
      )}
    </div>
  )
}

function OthersPartWords({ person: { name, doing } }: { person: OthersPart }) {
  if (doing === 'writing') return <Trans>{name} is writing now</Trans>
  if (doing === 'here') return <Trans>{name} changed this and still has it open</Trans>
  return <Trans>{name} changed this</Trans>
}

type ContentProps = ListProps & {
  /** Something was chosen; the focus goes to its field. */
  onClose: () => void
  /** The person wants to see what readers would get. */
  onCompare: () => void
  /** Nothing has to be done first, and the person publishes in spite of the warnings. */
  onPublish: () => void
}
type Props = ContentProps & {
  opened: boolean
  /** Escape, or a click elsewhere. */
  onDismiss: () => void
  children: ReactNode
}

/** Opens at the Publish button when something is missing, or when something in the text is worth a look first. */
export function ArticleChecklist(props: Props) {
  const { opened, onDismiss, children } = props
  return (
    <Popover
      opened={opened}
      onChange={(now) => !now && onDismiss()}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus={false}
      withinPortal
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown>
        <ChecklistContent {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The same on a phone, below the bar: it moves the article down rather than covering what is written. */
export function ArticleChecklistPanel(props: ContentProps & Pick<Props, 'onDismiss'>) {
  const { onDismiss } = props
  const { t } = useLingui()
  const panel = useRef<HTMLDivElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const element = panel.current
    element?.querySelector('button')?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && dismiss()
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div ref={panel} role="dialog" aria-label={t`Before publishing`} className={classes.checklist} data-checklist>
      <ChecklistContent {...props} />
      <CloseButton className={classes.checklistClose} aria-label={t`Close`} onClick={onDismiss} />
    </div>
  )
}

function ChecklistContent({ onClose, missing, jumpTo, onCompare, onPublish }: ContentProps) {
  const { me } = useArticleForm()
  const { article, others } = useWatched((state) => ({ article: state.article, others: state.others }))
  const people = othersPart({ article, others }, me.id)
  const findings = useTextFindings()
  const { accept } = useAcceptedFindings()
  const count = people.length + countFindings(findings)
  return (
    <Stack gap="sm">
      {missing.length > 0 && (
        <div>
          <ChecklistHeading>
            <Trans>Needed before publishing: {missing.length}</Trans>
          </ChecklistHeading>
          <MissingList missing={missing} jumpTo={jumpTo} onJump={onClose} />
        </div>
      )}
      {count > 0 && (
        <ChecklistHeading>
          <Trans>Worth checking: {count}</Trans>
        </ChecklistHeading>
      )}
      <OthersChanges people={people} onCompare={onCompare} />
      <TextWarnings findings={findings} jumpTo={jumpTo} onJump={onClose} />
      {missing.length === 0 && (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            accept(findings.albums)
            onPublish()
          }}
        >
          <Trans>Publish as it is</Trans>
        </Button>
      )}
    </Stack>
  )
}
