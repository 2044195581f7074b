/** Loaded module: what a TypeScript module of the program exports, for scripts. */
import * as esbuild from 'esbuild'

/**
 * @param {string} file absolute path of a module that imports no package
 * @param {string} name of the export
 */
export async function loaded(file, name) {
  const { outputFiles } = await esbuild.build({ entryPoints: [file], bundle: true, format: 'esm', write: false })
  const module = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
  return module[name]
}
