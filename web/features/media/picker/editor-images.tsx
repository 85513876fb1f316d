import { useQueryClient } from '@tanstack/react-query'
import { isCancel } from 'axios'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { type Media, mediaEndpoints } from '#contract/media.ts'
import { call } from '../../../api/call.ts'
import type { EditorConfig, PickedImage } from '../../../editor/editor-adapter.ts'
import { useQuestion } from '../../../ui/question.ts'
import { useAllowed } from '../../session/session-api.ts'
import { useCrop } from '../crop/use-crop.tsx'
import { useAltForLibrary } from './library-alt.ts'
import { MediaPicker } from './media-picker.tsx'
import { mediaKeys } from '../media-api.ts'
import { useAddressProblem } from '../upload/address-problem.ts'
import { useUploadProblem, worthRetrying } from '../upload/upload-problem.ts'
import { type Upload, type UploadState, uploadQueue } from '../upload/upload-queue.ts'
import { useUploadWords } from '../upload/upload-words.ts'

/**
 * A picture as it goes into a text: the size that fits a reading column, never the full original if there is a smaller one.
 * Its credit goes into the caption, where readers look for it and the writer may change it.
 */
export function pictureForText({ id, alt, caption, credit, url, width, height, variants }: Media): PickedImage {
  const file = variants.find(({ name }) => name === '1280') ?? { url, width, height }
  return { id, alt, caption: captionWith(credit, caption), src: file.url, width: file.width, height: file.height }
}

function captionWith(credit: string, caption: string): string {
  if (!credit || caption.includes(credit)) return caption
  return caption ? `${caption} (${credit})` : credit
}

/** What the text editor needs to take in pictures, for its config, and the dialogs to be rendered beside it. */
type EditorImages = Required<Pick<EditorConfig, 'uploadImage' | 'pickImage' | 'takeOverImage' | 'onAltGiven'>> &
  Pick<EditorConfig, 'cropImage'> & { dialogs: ReactNode }

export function useEditorImages(): EditorImages {
  const mayUpload = useAllowed('media.write') === true
  const uploadImage = useImageUpload()
  const takeOverImage = useTakeOver()
  const giveAlt = useAltForLibrary()
  const onAltGiven = useCallback((id: string, alt: string) => void giveAlt(id, alt), [giveAlt])
  const { ask, answer, asked } = useQuestion<PickedImage, null>()
  const pickImage = useCallback(() => ask(null), [ask])

  const { cropImage, dialog } = useCropInText()
  const dialogs = (
    <>
      <MediaPicker
        opened={asked !== undefined}
        onChoose={(media) => answer(pictureForText(media))}
        onClose={() => answer(null)}
      />
      {dialog}
    </>
  )
  return { uploadImage, pickImage, takeOverImage, onAltGiven, ...(mayUpload && { cropImage }), dialogs }
}

/** The picture itself stays as it is: a text that loses a part of it says nothing about other places. */
function useCropInText() {
  const { ask, answer } = useQuestion<PickedImage, null>()
  const { open, dialog } = useCrop({
    newOnly: true,
    onMade: (media) => answer(pictureForText(media)),
    onClose: () => answer(null),
  })
  const cropImage = useCallback(async (id: string) => ((await open(id)) ? ask(null) : null), [open, ask])
  return { cropImage, dialog }
}

/** Pictures of other sites are fetched by the server. */
function useTakeOver(): EditorImages['takeOverImage'] {
  const client = useQueryClient()
  const problem = useAddressProblem()
  return useCallback(
    async (address, { signal }) => {
      try {
        const media = await call(mediaEndpoints.fromAddress, { body: { address } }, { signal })
        void client.invalidateQueries({ queryKey: mediaKeys.lists })
        return pictureForText(media)
      } catch (error) {
        // The engine shows what is thrown as it is.
        throw new Error(problem(error), { cause: error })
      }
    },
    [client, problem],
  )
}

/** Uploads of the text go through the queue of all uploads, and are shown where the picture will be. */
function useImageUpload(): NonNullable<EditorConfig['uploadImage']> {
  const problem = useUploadProblem()
  const words = useUploadWords()
  const place = useId()
  const [keys] = useState(() => new WeakMap<File, number>())
  return useCallback(
    async (file, { onProgress, onState, signal }) => {
      const key = again(keys.get(file)) ?? uploadQueue.add([file], place)[0]!
      keys.set(file, key)
      signal.addEventListener('abort', () =>
        signal.reason === 'editor gone' ? uploadQueue.release(key) : uploadQueue.remove(key),
      )
      const pause = () => uploadQueue.pause(key)
      const resume = () => uploadQueue.resume(key)
      let last: UploadState | undefined
      const tell = (upload: Upload) => {
        const { state, sent } = upload
        onProgress(file.size === 0 ? 0 : sent / file.size)
        if (state === last) return
        last = state
        onState?.({
          note: state === 'sending' ? undefined : words(upload),
          pause: state === 'processing' || state === 'paused' ? undefined : pause,
          resume: state === 'paused' ? resume : undefined,
          retry: state === 'cut' ? resume : undefined,
        })
      }
      try {
        const media = await uploadQueue.arrival(key, tell)
        // Where the text is gone, the list of all screens tells that it has arrived.
        if (!signal.aborted) uploadQueue.remove(key)
        return pictureForText(media)
      } catch (error) {
        if (isCancel(error)) throw error
        const mayTryAgain = worthRetrying(error)
        if (!mayTryAgain) uploadQueue.remove(key)
        // The engine shows what is thrown as it is.
        throw Object.assign(new Error(problem(error), { cause: error }), { again: mayTryAgain })
      }
    },
    [place, keys, problem, words],
  )
}

/** A file that failed goes on where it stopped; undefined when it is not on the list any more. */
function again(key: number | undefined): number | undefined {
  const isThere = uploadQueue.snapshot().uploads.some((upload) => upload.key === key)
  if (key === undefined || !isThere) return undefined
  uploadQueue.resume(key)
  return key
}
