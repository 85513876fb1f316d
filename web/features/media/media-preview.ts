import { freshAddress, type Media } from '#contract/media.ts'

/** A file that fills a panel or a dialog, never the full original if there is a smaller one. */
export const previewOf = ({ url, variants, fileVersion }: Pick<Media, 'url' | 'variants' | 'fileVersion'>): string => {
  const file = variants.find(({ name }) => name === '1280') ?? variants.find(({ name }) => name === '640')
  return freshAddress(file?.url ?? url, fileVersion)
}
