import { isCancel } from 'axios'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import type { EditorConfig, PickedImage } from '../../editor/editor-adapter.ts'
import { uploadMedia, useMediaChanged } from './media-api.ts'
import { MediaPicker } from './media-picker.tsx'
import { checkFile, useUploadProblem } from './upload-problem.ts'

/** A picture as it goes into a text: the size that fits a reading column, never the full original if there is a smaller one. */
export function pictureForText({ id, alt, caption, url, width, height, variants }: Media): PickedImage {
  const file = variants.find(({ name }) => name === '1280') ?? { url, width, height }
  return { id, alt, caption, src: file.url, width: file.width, height: file.height }
}

/**
 * What the text editor needs to take in pictures: `uploadImage` and `pickImage` for its config, and the picker to be
 * rendered beside it.
 */
export function useEditorImages(): Required<Pick<EditorConfig, 'uploadImage' | 'pickImage'>> & { picker: ReactNode } {
  const changed = useMediaChanged()
  const problem = useUploadProblem()
  const [opened, setOpened] = useState(false)
  const answer = useRef<(image: PickedImage | null) => void>(undefined)
  const settle = (image: PickedImage | null) => {
    setOpened(false)
    answer.current?.(image)
    answer.current = undefined
  }

  const uploadImage = useCallback<NonNullable<EditorConfig['uploadImage']>>(
    async (file, options) => {
      try {
        const refused = checkFile(file)
        if (refused) throw refused
        const media = await uploadMedia(file, options)
        changed(media)
        return pictureForText(media)
      } catch (error) {
        if (isCancel(error)) throw error
        // The engine shows what is thrown as it is.
        throw new Error(problem(error), { cause: error })
      }
    },
    [changed, problem],
  )
  const pickImage = useCallback(() => {
    answer.current?.(null)
    setOpened(true)
    return new Promise<PickedImage | null>((resolve) => (answer.current = resolve))
  }, [])

  const picker = (
    <MediaPicker opened={opened} onChoose={(media) => settle(pictureForText(media))} onClose={() => settle(null)} />
  )
  return { uploadImage, pickImage, picker }
}
