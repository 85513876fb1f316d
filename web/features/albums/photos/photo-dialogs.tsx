import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type AlbumPhoto, PHOTO_TEXTS_MOST } from '#contract/albums.ts'
import { useDraft } from '../../../entity/drafts/use-draft.tsx'
import { FormDialog } from '../../../entity/form-dialog.tsx'
import classes from '../edit/album-edit.module.css'
import { type PhotoTexts, writtenTexts } from './photo-actions.ts'

const PREVIEWED = 3
/** Where the number goes, as `numberedText` reads it. */
const NUMBER_MARK = '{n}'
const noTexts = { alt: '', caption: '' }

type TextsProps = {
  album: string
  /** All of the album, in order. */
  items: readonly AlbumPhoto[]
  ids: ReadonlySet<string>
  onWrite: (texts: PhotoTexts, onlyEmpty: boolean) => Promise<void>
  onClose: () => void
}

/** The same texts for many photos, numbered where wanted, with what the first of them will say. */
export function PhotoTextsDialog({ album, items, ids, onWrite, onClose }: TextsProps) {
  const { t } = useLingui()
  const { draft, fields, notices } = useDraft<Required<PhotoTexts>>({
    draftKey: `album/${album}/batch-texts`,
    stored: noTexts,
    shown: { alt: { label: t`Alt text` }, caption: { label: t`Caption` } },
  })
  const { alt, caption } = fields
  const [onlyEmpty, setOnlyEmpty] = useState(true)
  const texts: PhotoTexts = {
    ...(alt.trim() && { alt: alt.trim() }),
    ...(caption.trim() && { caption: caption.trim() }),
  }
  const nothing = texts.alt === undefined && texts.caption === undefined
  const before = items.filter(({ id }) => ids.has(id))
  const after = writtenTexts(before, ids, texts, onlyEmpty)
  const changed = after.filter(
    (photo, at) => photo.alt !== before[at]?.alt || photo.caption !== before[at]?.caption,
  ).length
  const more = before.length - PREVIEWED
  const tooLong = (name: 'alt' | 'caption') => {
    const most = PHOTO_TEXTS_MOST[name]
    return after.some((photo) => photo[name].length > most)
      ? t`With its number it has more than ${most} characters.`
      : undefined
  }
  const wrong = { alt: tooLong('alt'), caption: tooLong('caption') }
  return (
    <FormDialog
      title={t`Texts for ${plural(ids.size, { one: '# photo', other: '# photos' })}`}
      submitLabel={nothing ? t`Save texts` : t`Write to ${plural(changed, { one: '# photo', other: '# photos' })}`}
      ready={!nothing && changed > 0 && !wrong.alt && !wrong.caption}
      onSubmit={async () => {
        await onWrite(texts, onlyEmpty)
        draft.discard()
      }}
      onCancel={() => {
        draft.discard()
        onClose()
      }}
      onClose={onClose}
    >
      {notices}
      <Text size="sm" c="dimmed">
        {t`What stays empty here is not changed. ${NUMBER_MARK} becomes 1, 2, 3… in the order of the album.`}
      </Text>
      <TextInput
        label={t`Alt text`}
        maxLength={PHOTO_TEXTS_MOST.alt}
        error={wrong.alt}
        data-autofocus
        value={alt}
        onChange={(event) => draft.change({ alt: event.currentTarget.value })}
      />
      <TextInput
        label={t`Caption`}
        maxLength={PHOTO_TEXTS_MOST.caption}
        error={wrong.caption}
        placeholder={t`Opening night, picture ${NUMBER_MARK}`}
        value={caption}
        onChange={(event) => draft.change({ caption: event.currentTarget.value })}
      />
      <Checkbox
        label={t`Only where there is no text yet`}
        checked={onlyEmpty}
        onChange={(event) => setOnlyEmpty(event.currentTarget.checked)}
      />
      {!nothing && (
        <div>
          <Text size="sm" fw={500} mb={6}>
            <Trans>Preview</Trans>
          </Text>
          <ul className={classes.previewList} aria-label={t`Preview`}>
            {after.slice(0, PREVIEWED).map((photo) => (
              <li key={photo.id}>
                <img src={photo.thumb} alt="" />
                <span>
                  {texts.alt !== undefined && (
                    <Text size="sm" span display="block" truncate>
                      {photo.alt}
                    </Text>
                  )}
                  {texts.caption !== undefined && (
                    <Text size="sm" span display="block" c={texts.alt !== undefined ? 'dimmed' : undefined} truncate>
                      {photo.caption}
                    </Text>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <Text size="xs" c="dimmed" mt={6}>
              {t`and ${plural(more, { one: '# more', other: '# more' })}`}
            </Text>
          )}
        </div>
      )}
    </FormDialog>
  )
}

type PlaceProps = { count: number; total: number; onPlace: (place: number) => Promise<void>; onClose: () => void }

/** The position that the first of the chosen photos gets, as a number. */
export function PhotoPlaceDialog({ count, total, onPlace, onClose }: PlaceProps) {
  const { t } = useLingui()
  const [place, setPlace] = useState<string | number>('')
  const last = total - count + 1
  const isPlace = typeof place === 'number' && Number.isInteger(place) && place >= 1 && place <= last
  return (
    <FormDialog
      title={t`Move ${plural(count, { one: '# photo', other: '# photos' })}`}
      submitLabel={t`Move`}
      ready={isPlace}
      onSubmit={() => onPlace(Number(place))}
      onClose={onClose}
    >
      <NumberInput
        label={t`To position`}
        description={
          count > 1
            ? t`From 1 to ${last}. The first of them is placed there, the others follow.`
            : t`From 1 to ${last}.`
        }
        data-autofocus
        min={1}
        max={last}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={place}
        onChange={setPlace}
        error={place !== '' && !isPlace ? t`From 1 to ${last}.` : undefined}
      />
    </FormDialog>
  )
}
