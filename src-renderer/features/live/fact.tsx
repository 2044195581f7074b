/** Fact: a name and what it is, in a list of such. */
import type { ReactNode } from 'react'

export const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
