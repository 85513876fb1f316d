import { useLingui } from '@lingui/react/macro'
import ReactCrop from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import type { CSSProperties } from 'react'
import type { Media } from '#contract/media.ts'
import { previewOf } from '../media-preview.ts'
import { type Crop, ratioOf, seenSize, withArea } from './crop-rules.ts'
import classes from './crop-stage.module.css'

type Props = {
  media: Media
  crop: Crop
  disabled: boolean
  onChange: (crop: Crop) => void
}

/** The picture as it is turned, with the part that stays: moved and resized by mouse, finger or arrow keys. */
export function CropStage({ media, crop, disabled, onChange }: Props) {
  const { t } = useLingui()
  const { width, height } = seenSize(crop)
  const { area, rotate, flip, size } = crop
  const ratio = ratioOf(crop)
  const style = {
    '--shape': width / height,
    '--across': `${(size.width / width) * 100}%`,
    transform: `translate(-50%, -50%) ${flip ? 'scaleX(-1)' : ''} rotate(${rotate}deg)`,
  }
  return (
    <div className={classes.stage} style={{ '--shape': width / height } as CSSProperties}>
      <ReactCrop
        className={classes.cropper ?? ''}
        crop={{
          unit: '%',
          x: (area.x / width) * 100,
          y: (area.y / height) * 100,
          width: (area.width / width) * 100,
          height: (area.height / height) * 100,
        }}
        {...(ratio !== undefined && { aspect: ratio })}
        onChange={(_, part) =>
          onChange(
            withArea(crop, {
              x: (part.x * width) / 100,
              y: (part.y * height) / 100,
              width: (part.width * width) / 100,
              height: (part.height * height) / 100,
            }),
          )
        }
        keepSelection
        ruleOfThirds
        disabled={disabled}
        ariaLabels={{
          cropArea: t`The part that stays. The arrow keys move it, with Shift in larger steps.`,
          nwDragHandle: t`Top left corner`,
          nDragHandle: t`Top edge`,
          neDragHandle: t`Top right corner`,
          eDragHandle: t`Right edge`,
          seDragHandle: t`Bottom right corner`,
          sDragHandle: t`Bottom edge`,
          swDragHandle: t`Bottom left corner`,
          wDragHandle: t`Left edge`,
        }}
      >
        <div className={classes.frame}>
          <img
            className={classes.picture}
            style={style as CSSProperties}
            src={previewOf(media)}
            alt={media.alt || t`Preview of ${media.name}`}
            draggable={false}
          />
        </div>
      </ReactCrop>
    </div>
  )
}
