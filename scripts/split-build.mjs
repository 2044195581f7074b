/**
 * Split build: programs that share files, as CommonJS, in which some packages are loaded when they are first used.
 *
 * esbuild splits ES modules only, and the programs are CommonJS: Electron does not wait for an ES module before it is
 * ready. So esbuild writes ES modules, and each is then rewritten by itself. `import()` becomes a deferred `require`.
 *
 * A deferred package is a separate entry point here, so that esbuild writes it into separate files. In all other files,
 * each use of such a file becomes a call that loads it the first time, like `import defer` of ECMAScript.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as esbuild from 'esbuild'

const deferredEntry = 'deferred-'

/** Of asn1, which ssh2 uses; there it only skips a check of arguments. @type {NonNullable<esbuild.BuildOptions['logOverride']>} */
const logOverride = { 'suspicious-boolean-not': 'silent' }

/**
 * @param {esbuild.BuildOptions & { outdir: string }} options all files are directly in `outdir`, so that `__dirname` is the same in each
 * @param {readonly string[]} deferred names of packages that are ES modules; loading one must have no effect that others rely on
 * @returns {Promise<{ outputs: esbuild.Metafile['outputs'] }>} what was written
 */
export async function buildSplit(options, deferred) {
  const { outputFiles, metafile } = await esbuild.build({
    ...options,
    entryPoints: [...options.entryPoints, ...deferred.map((name, at) => ({ out: `${deferredEntry}${at}`, in: name }))],
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    outExtension: { '.js': '.cjs' },
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'inline',
    metafile: true,
    write: false,
  })
  const outputs = new Map(Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output]))
  const entries = [...outputs.keys()].filter((name) => outputs.get(name).entryPoint)
  const parts = deferredParts(outputs, entries.filter(isDeferredEntry))
  const shipped = reachable(
    outputs,
    entries.filter((name) => !isDeferredEntry(name)),
    ['import-statement', 'dynamic-import'],
  )
  await mkdir(options.outdir, { recursive: true })
  await Promise.all(
    outputFiles.map(async ({ path: file, text }) => {
      const name = path.basename(file)
      if (!shipped.has(name)) return
      await writeAsCommonJs(
        file,
        text,
        parts.has(name) ? [] : importsOf(outputs.get(name)).filter((one) => parts.has(one)),
      )
    }),
  )
  return { outputs: Object.fromEntries([...shipped].map((name) => [name, outputs.get(name)])) }
}

const isDeferredEntry = (name) => name.startsWith(deferredEntry)

const importsOf = ({ imports }, kinds = ['import-statement']) =>
  imports.filter(({ external, kind }) => !external && kinds.includes(kind)).map(({ path: file }) => path.basename(file))

/** The files themselves, and all that they import. */
function reachable(outputs, names, kinds) {
  const found = new Set(names)
  for (const name of found) for (const next of importsOf(outputs.get(name), kinds)) found.add(next)
  return found
}

/**
 * What the deferred entries load, but for files of our own modules that are no entries: others need those at their start.
 */
function deferredParts(outputs, names) {
  const entryPoints = new Set(names.map((name) => outputs.get(name).entryPoint))
  const isPart = (name) => {
    const modules = Object.keys(outputs.get(name).inputs)
    return modules.every((file) => file.startsWith('node_modules/')) || modules.some((file) => entryPoints.has(file))
  }
  return new Set([...reachable(outputs, names, ['import-statement'])].filter(isPart))
}

/** @param {readonly string[]} deferred names of files that are loaded when they are first used */
async function writeAsCommonJs(file, text, deferred) {
  const name = path.basename(file)
  const { code, map } = await esbuild.transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'external',
    sourcesContent: false,
    sourcefile: name,
    logLevel: 'warning',
    logOverride,
  })
  await Promise.all([
    writeFile(file, `${deferred.reduce(withDeferred, code)}//# sourceMappingURL=${name}.map\n`),
    writeFile(`${file}.map`, map),
  ])
}

/** @throws Error where esbuild uses a file in a way that cannot be deferred */
function withDeferred(code, file) {
  const variable = `import_${file.replace(/\.cjs$/, '').replaceAll('-', '_')}`
  const load = `require("./${file}")`
  const [before, after, ...more] = code.split(`${variable}=${load}`)
  if (after === undefined || more.length > 0) throw new Error(`${file} is not imported once.`)
  // The first use replaces the getter: later uses cost no call. A getter, because `new f().C` is not `new (f().C)`.
  const getter = `${variable}={get part(){const value=${load};Object.defineProperty(this,"part",{value});return value}}`
  const uses = [before, after].map((text) =>
    text.replaceAll(new RegExp(`\\b${variable}\\b(\\.?)`, 'g'), (_use, dot) => {
      if (dot === '') throw new Error(`${file} is used as a whole.`)
      return `${variable}.part.`
    }),
  )
  return uses.join(getter)
}
