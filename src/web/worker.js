/* Runs in a worker of the page, after the code that Emscripten writes: passes requests to the
 * program and answers back.  Ending the worker is how a run is stopped. */
'use strict';

let program = null;

/* False when memory is short. */
function give(input) {
  const place = program._web_input(input.length) >>> 0;
  if (place !== 0) program.HEAPU8.set(input, place);
  return place !== 0;
}

function callProgram(request, input) {
  if (input && !give(input)) return {error: 'There is not enough memory for this.'};
  const text = JSON.stringify(request), size = program.lengthBytesUTF8(text) + 1;
  const place = program._malloc(size);
  if (place === 0) return {error: 'There is not enough memory for this.'};
  program.stringToUTF8(text, place, size);
  const written = program._web_call(place);
  program._free(place);
  if (written === 0) return {error: 'There is not enough memory for this.'};
  const answer = JSON.parse(program.UTF8ToString(written));
  program._free(written);
  return answer;
}

/* Copies, which the page may keep. */
function takeRows() {
  const first = program._web_rows() >>> 2;
  return first === 0 ? null : program.HEAPU32.slice(first, first + (program._web_n() >>> 0));
}

function takeBytes() {
  const first = program._web_bytes() >>> 0;
  return program.HEAPU8.slice(first, first + (program._web_bytes_size() >>> 0));
}

function answerTo({id, request, input, rows, bytes}) {
  const reply = {id, answer: callProgram(request, input)};
  if (rows && !reply.answer.error) reply.rows = takeRows();
  if (bytes && !reply.answer.error) reply.bytes = takeBytes();
  postMessage(reply, [reply.rows, reply.bytes].filter(Boolean).map(array => array.buffer));
}

onmessage = async ({data}) => {
  try {
    if (data.module) {
      program = await createProgram({
        instantiateWasm: (imports, done) => {
          WebAssembly.instantiate(data.module, imports).then(done);
          return {};
        }
      });
      postMessage({ready: true});
    } else {
      answerTo(data);
    }
  } catch (error) {
    const memory = error instanceof RangeError || /memory|Aborted/i.test(error.message);
    postMessage({id: data.id, broken: true, answer: {error: memory
      ? 'There is not enough memory for this. Try a smaller board.'
      : `The program stopped: ${error.message}`}});
  }
};
