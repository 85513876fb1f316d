import type { InputHTMLAttributes } from 'react'
import classes from './select-box.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & {
  'aria-label': string
  indeterminate?: boolean
}

/** A check box in each row of a list: one element, where the library's has nine. */
export const SelectBox = ({ indeterminate = false, ...rest }: Props) => (
  <input
    {...rest}
    ref={(input) => {
      if (input) input.indeterminate = indeterminate
    }}
    type="checkbox"
    data-select-box
    className={classes.box}
  />
)
