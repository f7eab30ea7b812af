// Runs a wasm32-wasip1 program in node, with the arguments and the files of this machine.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens: { "/": "/" } });
const program = await WebAssembly.compile(await readFile(args[0]));
process.exitCode = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
