import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Drawer, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useEditMedia, useRemoveMedia } from './media-api.ts'
import { MediaUses } from './media-uses.tsx'
import classes from './media.module.css'

type Texts = Pick<Media, 'alt' | 'caption' | 'credit'>
const textsOf = ({ alt, caption, credit }: Media): Texts => ({ alt, caption, credit })

/** One picture at the side of the library: what it is, its texts, where it is used, and deleting it. */
export function MediaPanel({ media, onClose }: { media: Media | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Drawer
        opened={media !== undefined}
        onClose={() => (dirty ? setAsking(true) : onClose())}
        position="right"
        size={400}
        title={media?.name}
        closeButtonProps={{ 'aria-label': t`Close` }}
        styles={{ title: { overflowWrap: 'anywhere' } }}
      >
        {media && <PanelBody key={media.id} media={media} onDirty={setDirty} onClose={onClose} />}
      </Drawer>
      <Confirm
        danger
        opened={asking}
        title={t`Discard what you typed?`}
        confirmLabel={t`Discard`}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          setDirty(false)
          onClose()
        }}
      >
        <Trans>The texts of this picture have changes that are not saved.</Trans>
      </Confirm>
    </>
  )
}

type BodyProps = { media: Media; onDirty: (dirty: boolean) => void; onClose: () => void }

function PanelBody({ media, onDirty, onClose }: BodyProps) {
  const { t } = useLingui()
  const [base, setBase] = useState(media)
  const [texts, setTexts] = useState(textsOf(media))
  const edit = useEditMedia()
  const problemText = useProblemText()
  const dirty = (['alt', 'caption', 'credit'] as const).some((name) => texts[name] !== base[name])
  const problem = edit.error && problemText(edit.error)

  const type = (part: Partial<Texts>) => {
    const next = { ...texts, ...part }
    setTexts(next)
    onDirty((['alt', 'caption', 'credit'] as const).some((name) => next[name] !== base[name]))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    edit.mutate(
      { id: media.id, body: { version: base.version, ...texts } },
      {
        onSuccess: (saved) => {
          setBase(saved)
          setTexts(textsOf(saved))
          onDirty(false)
          notifyDone(t`Texts saved`)
        },
        onError: (error) => {
          // What they wrote is shown as the base to differ from; what is typed here stays, and can be saved over it.
          const current =
            error instanceof ApiError && error.code === 'stale_version' ? error.problem?.current : undefined
          if (current) setBase(current as Media)
        },
      },
    )
  }

  const readOnly = !media.can.write
  return (
    <Stack gap="md">
      <Preview media={base} />
      <form onSubmit={save}>
        <Stack gap="xs">
          <Textarea
            label={t`Alt text`}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={300}
            readOnly={readOnly}
            value={texts.alt}
            error={problem?.fields['alt']}
            description={
              texts.alt.trim() === '' && !readOnly ? (
                <Trans>Missing. Say what the picture shows, for people who cannot see it.</Trans>
              ) : undefined
            }
            onChange={(event) => type({ alt: event.currentTarget.value })}
          />
          <TextInput
            label={t`Caption`}
            maxLength={500}
            readOnly={readOnly}
            value={texts.caption}
            error={problem?.fields['caption']}
            onChange={(event) => type({ caption: event.currentTarget.value })}
          />
          <TextInput
            label={t`Credit`}
            maxLength={200}
            readOnly={readOnly}
            value={texts.credit}
            error={problem?.fields['credit']}
            onChange={(event) => type({ credit: event.currentTarget.value })}
          />
          {edit.error && <SaveProblem error={edit.error} sentence={problem?.sentence ?? ''} />}
          {readOnly ? (
            <Text size="xs" c="dimmed">
              <Trans>Only its owner and editors can change this picture.</Trans>
            </Text>
          ) : (
            <Group justify="flex-end">
              <Button type="submit" disabled={!dirty} loading={edit.isPending}>
                <Trans>Save texts</Trans>
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      <MediaUses id={media.id} />
      {!readOnly && <DeletePicture media={media} onDeleted={onClose} />}
    </Stack>
  )
}

function SaveProblem({ error, sentence }: { error: unknown; sentence: string }) {
  const changedBy = error instanceof ApiError && error.code === 'stale_version' ? error.problem?.changedBy : undefined
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {changedBy ? (
        <Trans>{changedBy} changed these texts in the meantime. Yours are still here; save again to keep them.</Trans>
      ) : (
        sentence
      )}
    </Text>
  )
}

function Preview({ media }: { media: Media }) {
  const { t, i18n } = useLingui()
  const { name, type, bytes, width, height, variants, url, createdBy, createdAt } = media
  const kilobytes = new Intl.NumberFormat(i18n.locale, {
    style: 'unit',
    unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumSignificantDigits: 2,
  }).format(bytes < 1_000_000 ? bytes / 1000 : bytes / 1_000_000)
  return (
    <Stack gap="xs">
      <img
        className={classes.preview}
        src={variants.find((variant) => variant.name === '640')?.url ?? url}
        alt={media.alt || t`Preview of ${name}`}
      />
      <dl className={classes.facts}>
        <dt>
          <Trans>Size</Trans>
        </dt>
        <dd>
          {width} × {height} · {kilobytes} · {type.replace('image/', '').toUpperCase()}
        </dd>
        <dt>
          <Trans>Uploaded</Trans>
        </dt>
        <dd>
          <RelativeTime value={createdAt} />
          {createdBy && ` · ${createdBy.name}`}
        </dd>
      </dl>
      <Anchor href={url} target="_blank" rel="noopener" size="sm">
        <Trans>Open the original in a new tab</Trans>
      </Anchor>
    </Stack>
  )
}

function DeletePicture({ media, onDeleted }: { media: Media; onDeleted: () => void }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const remove = useRemoveMedia()
  const problemText = useProblemText()
  const confirm = async () => {
    try {
      await remove.mutateAsync(media.id)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use')
        return t`This picture is still in use, so it was not deleted. The list “Used in” says where; remove it there first.`
      return problemText(error).sentence
    }
    notifyDone(t`“${media.name}” deleted`)
    onDeleted()
    return undefined
  }
  return (
    <Group>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        <Trans>Delete picture</Trans>
      </Button>
      <Confirm
        danger
        opened={asking}
        title={t`Delete “${media.name}”?`}
        confirmLabel={t`Delete`}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <Trans>It leaves the library, and its address stops working. Pictures in use cannot be deleted.</Trans>
      </Confirm>
    </Group>
  )
}
