// The bindings: an interpreter in this process calls the module with arguments that the bytes choose. The calls are
// those of tests/attack/random_bindings.py. Needs in the environment: PYTHONPATH with the folders of that file, of the
// package and of the module; PYTHONEXECUTABLE with the Python whose packages are used.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn]] void fail(const char* what) {
    PyErr_Print();
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

/// The function that makes a call, in an interpreter that has the module as taquin._core.
PyObject* start_interpreter() {
    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    config.install_signal_handlers = 0;  // they are libFuzzer's
    const char* python = std::getenv("PYTHONEXECUTABLE");
    if (python == nullptr) {
        fail("expected PYTHONEXECUTABLE in the environment");
    }
    PyStatus status = PyConfig_SetBytesString(&config, &config.program_name, python);
    if (!PyStatus_Exception(status)) {
        status = Py_InitializeFromConfig(&config);
    }
    if (PyStatus_Exception(status)) {
        Py_ExitStatusException(status);
    }
    PyObject* core = PyImport_ImportModule("_core");
    if (core == nullptr || PyDict_SetItemString(PyImport_GetModuleDict(), "taquin._core", core) != 0) {
        fail("the module cannot be imported");
    }
    PyObject* calls = PyImport_ImportModule("random_bindings");
    PyObject* function = calls == nullptr ? nullptr : PyObject_GetAttrString(calls, "call_with");
    if (function == nullptr) {
        fail("the calls cannot be imported");
    }
    return function;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static PyObject* const function = start_interpreter();
    PyObject* result = PyObject_CallFunction(
        function, "y#", reinterpret_cast<const char*>(data), static_cast<Py_ssize_t>(size));
    if (result == nullptr) {
        fail("a call raised an exception of an unexpected type");
    }
    Py_DECREF(result);
    return 0;
}
