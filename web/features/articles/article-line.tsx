import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import classes from './article-edit.module.css'
import { lineId } from './article-field-ids.ts'
import { fieldLabels, type WritingLine } from './article-field-labels.ts'
import { useArticleForm, useFields } from './article-form-context.ts'
import { isOfComposition } from '../../ui/composition.ts'

/** Pasted text may have line breaks. */
export const oneLine = (text: string): string => text.replace(/[\t\r\n]+/g, ' ')

/** One line of text in the writing column. Enter goes on to what is below it. */
export function ArticleLine({ name, placeholder, onEnter }: WritingLine & { onEnter: () => void }) {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields(name)
  return (
    <Textarea
      id={lineId(name)}
      aria-label={t(fieldLabels[name])}
      placeholder={t(placeholder)}
      variant="unstyled"
      autosize
      classNames={{ root: classes.line, input: name === 'title' ? classes.title : classes.subtitle }}
      value={fields[name]}
      error={errorOf(name)}
      readOnly={readOnly}
      onChange={(event) => change({ [name]: oneLine(event.currentTarget.value) })}
      onKeyDown={(event) => {
        // During a Chinese composition Enter belongs to the input method.
        if (event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
