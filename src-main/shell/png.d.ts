/** Pictures are bundled as data URLs. */
declare module '*.png' {
  const dataUrl: string
  export default dataUrl
}
