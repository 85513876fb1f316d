/** Whether anything of it is seen: zero-width spaces and marks of direction alone are as empty as nothing. */
export const isVisible = (text: string): boolean =>
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u.test(text)
