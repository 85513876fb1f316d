import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import classes from './article-preview.module.css'

export type PreviewWidth = 'desktop' | 'phone'

/** How wide previews are shown; remembered in this browser. */
export function usePreviewWidth(): [PreviewWidth, (width: PreviewWidth) => void] {
  const [width, setWidth] = useLocalStorage<PreviewWidth>({
    key: 'copydesk.previewWidth',
    defaultValue: 'desktop',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => (stored === 'phone' ? 'phone' : 'desktop'),
  })
  return [width, setWidth]
}

type ChoiceProps = { width: PreviewWidth; onChange: (width: PreviewWidth) => void }

/** Desktop or phone. Not shown where the screen itself is as narrow as a phone. */
export function PreviewWidthChoice({ width, onChange }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      className={classes.choice}
      size="xs"
      aria-label={t`Width of the preview`}
      data={[
        { value: 'desktop', label: t`Desktop` },
        { value: 'phone', label: t`Phone` },
      ]}
      value={width}
      onChange={(next) => onChange(next as PreviewWidth)}
    />
  )
}

/** An article as a reader would see it, in a frame that may run nothing and reach nothing. */
export function PreviewFrame({ html, width }: { html: string; width: PreviewWidth }) {
  const { t } = useLingui()
  return (
    <div className={classes.stage} data-width={width}>
      <iframe className={classes.frame} title={t`Preview`} sandbox="" srcDoc={html} />
    </div>
  )
}
